import type { ResourceMetadata } from '@postern/contract/metadata';
import { type ListState, requestQuery } from '../../model/list-query.ts';
import { readableFields } from '../../model/metadata.ts';

export const EXPORT_SCOPES = ['all', 'selected', 'filtered'] as const;
export type ExportScope = (typeof EXPORT_SCOPES)[number];
export type FileFormat = 'csv' | 'xlsx';

/**
 * Which scopes make sense now: everything while no filter is active, the selection, what a filter leaves
 * (docs/behaviour/transfer.md#export). An order is no filter.
 */
export function openScopes(filtered: boolean, selected: number): Record<ExportScope, boolean> {
  return { all: !filtered, selected: selected > 0, filtered };
}

/** The scope that is chosen at first; always one that can be chosen. */
export const firstScope = (filtered: boolean, selected: number): ExportScope => (selected > 0 ? 'selected' : filtered ? 'filtered' : 'all');

/** Query of the list as it is filtered now, without its paging. */
export function unpagedQuery(state: ListState, fixed: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const { offset: _offset, limit: _limit, display: _display, draw: _draw, ...query } = requestQuery(state, fixed);
  return query;
}

/** Query of an export. What is selected comes from any page, so no filter narrows it. */
export function exportQuery(
  format: FileFormat,
  scope: ExportScope,
  list: { state: ListState; fixed: Readonly<Record<string, string>> | undefined; spm?: string | undefined },
): Record<string, string> {
  if (scope === 'selected') return { ...list.fixed, format, spm: list.spm ?? '' };
  return { ...unpagedQuery(list.state, list.fixed), format };
}

/** Labels of what an export holds, and of what no export does although objects have it: secrets above all, which can be written and not read. */
export function exportColumns(metadata: ResourceMetadata): { held: string[]; left: string[] } {
  const readable = Object.entries(readableFields(metadata));
  const held = readable.filter(([, info]) => !info.unexported);
  const { POST = {}, PUT = {}, PATCH = {} } = metadata.actions;
  const unread = Object.entries({ ...PATCH, ...PUT, ...POST }).filter(([, info]) => info.write_only);
  const names = new Set(held.map(([, info]) => info.label));
  const left = [...unread, ...readable.filter(([name, info]) => info.unexported && name !== 'org_id')].map(([, info]) => info.label);
  return { held: [...names], left: [...new Set(left)].filter((label) => !names.has(label)) };
}

/** Query that is answered with the number of the rows of a scope. */
export function countQuery(scope: Exclude<ExportScope, 'selected'>, state: ListState, fixed: Readonly<Record<string, string>> | undefined) {
  const bare = scope === 'all' ? { ...state, search: [], filters: {} } : state;
  return { ...unpagedQuery(bare, fixed), limit: '1', offset: '0' };
}
