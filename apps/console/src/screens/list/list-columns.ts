import type { FieldInfo } from '@postern/contract/metadata';
import type { FieldKind } from '../../fields/kind.ts';
import { kindOf } from '../../fields/kinds.ts';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { ListDefinition } from './list-definition.ts';

export const MARK_WIDTH = 44;
export const ACTIONS_WIDTH = 150;
const FUNNEL_WIDTH = 28;
/** Narrowest a column may be dragged, and widest (px). */
export const WIDTH_LIMITS = { min: 56, max: 900 } as const;

/** One column as the table draws it. */
export interface Column {
  name: string;
  label: string;
  info: FieldInfo | undefined;
  /** In pixels; at least this much unless `exact`. */
  width: number;
  /** The person's own width: the column keeps it when there is room to spare. */
  exact: boolean;
  align: 'start' | 'end' | 'center';
  sortable: boolean;
  /** What its header filters by: one of these. Such a column does not sort (docs/behaviour/lists.md#header-filters). */
  choices?: readonly { value: string; label: string }[] | undefined;
}

export const labelOf = <R extends Row>(definition: ListDefinition<R>, name: string, info: FieldInfo | undefined): string =>
  definition.cells?.[name]?.title ?? info?.label ?? name;

/** The column people know a row by, and open it with. */
export const leadOf = <R extends Row>(definition: ListDefinition<R>, visible: readonly string[]): string | undefined =>
  visible.find((name) => name === definition.min?.[0]) ?? visible[0];

/** Width in pixels by kind: at least this much, more where there is room. */
export const columnWidth = (name: string, kind: FieldKind | undefined): number => (name === 'name' ? 180 : (kind?.width ?? 150));

/** Columns of the visible names. `words` are Yes and No for booleans. */
export function columnsOf<R extends Row>(
  definition: ListDefinition<R>,
  visible: readonly string[],
  fields: FieldMap,
  widths: Readonly<Record<string, number>>,
  words: { yes: string; no: string },
): Column[] {
  return visible.map((name) => {
    const info = fields[name];
    const spec = definition.cells?.[name];
    const kind = info && kindOf(info.type);
    const hidden = definition.search?.exclude?.includes(name) || definition.search?.metadata === false;
    const choices = info?.filter && !hidden ? kind?.Filter(info, words).choices : undefined;
    const own = widths[name];
    return {
      name,
      label: labelOf(definition, name, info),
      info,
      // The funnel beside the name takes room of its own.
      width: own ?? (spec?.width ?? columnWidth(name, kind)) + (choices ? FUNNEL_WIDTH : 0),
      exact: own !== undefined,
      align: spec?.align ?? kind?.align ?? 'start',
      sortable: !choices && (spec?.sortable ?? info?.order === true),
      choices,
    };
  });
}

/**
 * Style of the table: tracks of the grid all rows share, and the width below which it scrolls. Room to spare goes to the
 * columns nobody has set a width for, in proportion; the last one takes it when all are set.
 */
export function gridStyle(columns: readonly Column[], before: number, after: number): Record<'--tracks' | '--least', string> {
  const allExact = columns.every((column) => column.exact);
  const tracks = columns.map(({ width, exact }, index) =>
    exact && !(allExact && index === columns.length - 1) ? `${width}px` : `minmax(${width}px, ${width}fr)`,
  );
  const marks = Array.from({ length: before }, () => `${MARK_WIDTH}px`);
  const least = columns.reduce((sum, column) => sum + column.width, before * MARK_WIDTH + after);
  return { '--tracks': [...marks, ...tracks, ...(after > 0 ? [`${after}px`] : [])].join(' '), '--least': `${least}px` };
}
