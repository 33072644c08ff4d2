import type { Row as RowOf } from '@postern/client/api';
import type { Row } from '../../model/resource.ts';
import { RESOURCES } from '../resources.ts';

export type Applet = RowOf<'applets'> & Row;

/** Tabs of the page, by their names in the address. */
export const TABS = { applets: 'AppletList', hosts: 'AppletHostList' } as const;

export const HOSTS = `${RESOURCES.applet.path}?activeTab=${TABS.hosts}`;

/** Bytes of a package that the server takes (docs/decisions/0081). */
export const MOST_BYTES = 32 * 1024 * 1024;

/** Another version has another picture at the same address. */
export const pictureOf = ({ icon, version }: Pick<Applet, 'icon' | 'version'>): string => `${icon}?v=${encodeURIComponent(version)}`;
