import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { RESOURCES } from '../resources.ts';

/** The two kinds of storages, and what tells their screens apart (docs/behaviour/settings.md#terminal). */
export const STORAGES = {
  replay: { resource: RESOURCES.replayStorage, group: 'replayStorages', field: 'replay_storage', tab: 'ReplayStorage' },
  command: { resource: RESOURCES.commandStorage, group: 'commandStorages', field: 'command_storage', tab: 'CommandStorage' },
} as const;
export type StorageKind = keyof typeof STORAGES;

export const tabOf = (kind: StorageKind): string => `${RESOURCES.component.path}?activeTab=${STORAGES[kind].tab}`;

/** Types that every installation has from the beginning: nobody makes, changes or deletes one. */
const BUILT_IN: ReadonlySet<unknown> = new Set(['null', 'server']);
export const isBuiltInType = (type: unknown): boolean => BUILT_IN.has(type);
export const isBuiltIn = ({ type }: Row): boolean => isBuiltInType(choiceValue(type));

/** Address of the form of one: with its type, by which the server describes it. */
export const updatePath = (kind: StorageKind, row: Row): string =>
  `${STORAGES[kind].resource.path}/${row.id}/update?type=${String(choiceValue(row.type))}`;
