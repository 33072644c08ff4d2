import type { FieldInfo, ResourceMetadata } from '@postern/contract/metadata';
import type { Row } from './resource.ts';

export type FieldMap = Readonly<Record<string, FieldInfo>>;

/** Fields a list may show: readable ones, in the server's order. */
export function readableFields(metadata: ResourceMetadata | undefined): FieldMap {
  const fields = metadata?.actions.GET ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([, info]) => !info.write_only));
}

/** Fields a form may write with this method; undefined when the actor may not use it. */
export function writableFields(metadata: ResourceMetadata | undefined, method: 'POST' | 'PUT' | 'PATCH'): FieldMap | undefined {
  const fields = metadata?.actions[method];
  if (!fields) return undefined;
  return Object.fromEntries(Object.entries(fields).filter(([, info]) => !info.read_only));
}

export interface ColumnChoice {
  /** Names to offer, else every readable field. */
  columns?: readonly string[] | undefined;
  /** Computed columns that the metadata does not have. */
  extra?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** Shown until the person chooses; all when absent. */
  defaults?: readonly string[] | undefined;
  /** Never hidden. */
  min?: readonly string[] | undefined;
}

/** Columns a list offers, `actions` left out: the row buttons are no field (docs/behaviour/permissions.md#list-of-permissions). */
export function offeredColumns(fields: FieldMap, choice: ColumnChoice): string[] {
  // The columns shown at first lead, in the order the screen names them; the rest follow in the server's order.
  const all = choice.columns ?? [...(choice.defaults ?? []), ...Object.keys(fields), ...(choice.extra ?? [])];
  const known = new Set([...Object.keys(fields), ...(choice.extra ?? [])]);
  const excluded = new Set(choice.exclude ?? []);
  return [...new Set(all)].filter((name) => known.has(name) && !excluded.has(name));
}

/** Columns to draw, in the order of the choice. One that matches none of the columns any more is forgotten (docs/behaviour/lists.md#columns). */
export function visibleColumns(offered: readonly string[], choice: ColumnChoice, saved: readonly string[] | undefined): string[] {
  const min = (choice.min ?? []).filter((name) => offered.includes(name));
  const valid = saved?.filter((name) => offered.includes(name));
  if (valid && valid.length > 0) return [...new Set([...min.filter((name) => !valid.includes(name)), ...valid])];
  const wanted = new Set([...(choice.defaults ?? offered), ...min]);
  const shown = offered.filter((name) => wanted.has(name));
  if (shown.length > 0) return shown;
  return [...offered];
}

/** Storage key of the column choice: ids in the path do not matter. */
export const columnsKey = (table: string, url: string): string =>
  `${table}_${(url.split('?')[0] ?? url).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)\d+(?=\/)/gi, '*')}`;

/** Text of a related object: the first of label, display_name, name, value that exists (docs/behaviour/lists.md#cells). */
export function relatedName(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const record = value as Record<string, unknown>;
  for (const key of ['label', 'display_name', 'name', 'value', 'username', 'id']) {
    const text = record[key];
    if (typeof text === 'string' && text !== '') return text;
    if (typeof text === 'number') return String(text);
  }
  return '';
}

/** The id of a related object, or of a bare id. */
export function relatedId(item: unknown): Row['id'] | undefined {
  if (typeof item === 'string' || typeof item === 'number') return item;
  if (typeof item === 'object' && item !== null) {
    const { id, pk } = item as { id?: Row['id']; pk?: Row['id'] };
    return id ?? pk;
  }
  return undefined;
}

/** Ids of related objects, of the kinds that inputs and the wire give; none where there are none. */
export const relatedIds = (items: unknown): Row['id'][] => (Array.isArray(items) ? items.flatMap((item) => relatedId(item) ?? []) : []);

/** The bare value of a choice, which the wire gives as `{value, label}`. */
export function choiceValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? (value as { value: unknown }).value : value;
}
