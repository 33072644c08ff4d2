import type { FieldInfo } from '@postern/contract/metadata';
import type { FieldKind } from '../../fields/kind.ts';
import { kindOf } from '../../fields/kinds.ts';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { ContentWidths } from './content-width.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';
import { textWidth } from './text-width.ts';

export const MARK_WIDTH = 44;
/** The column of actions, where there is room. */
const ACTIONS_WIDTH = 150;
/** What stands beside words, as the stylesheets draw it: the sides of a cell, the arrow of a sort, the funnel, More and a button's sides. */
const ROOM = { cell: 26, arrow: 16, funnel: 24, more: 30, button: 14 } as const;
/** Below this a column shows next to nothing of a text. */
const LEAST = 88;
/** Narrowest a column may be dragged, and widest (px). */
export const WIDTH_LIMITS = { min: 56, max: 900 } as const;

/** One column as the table draws it. */
export interface Column {
  name: string;
  label: string;
  info: FieldInfo | undefined;
  /** In pixels: what it asks for. */
  width: number;
  /** In pixels: it never has less, so that the words of its head, on two lines if need be, are never cut. */
  least: number;
  /** The person's own width: the column keeps it, be the room short or not. */
  exact: boolean;
  align: 'start' | 'end' | 'center';
  sortable: boolean;
  /** What its header filters by: one of these. Such a column does not sort (docs/behaviour/lists.md#header-filters). */
  choices?: readonly { value: string; label: string }[] | undefined;
  /** It filters by several of them at once. */
  several: boolean;
}

/** Class of a cell and of its head. The first column stays in sight while a table is moved sideways. */
export const cellClass = (align: Column['align'], index: number): string | undefined =>
  [index === 0 ? 's-first' : '', align === 'start' ? '' : `is-${align}`].filter(Boolean).join(' ') || undefined;

export const labelOf = <R extends Row>(definition: ListDefinition<R>, name: string, info: FieldInfo | undefined): string =>
  definition.cells?.[name]?.title ?? info?.label ?? name;

/** The column people know a row by, and open it with. */
export const leadOf = <R extends Row>(definition: ListDefinition<R>, visible: readonly string[]): string | undefined =>
  visible.find((name) => name === definition.min?.[0]) ?? visible[0];

/** Width in pixels by kind: its share of the room there is. */
export const columnWidth = (name: string, kind: FieldKind | undefined): number => (name === 'name' ? 180 : (kind?.width ?? 150));

/** Writing without blanks breaks between any two of its letters, but for a few; short words of it are better whole. */
const UNSPACED = /^[^ ]*[\u2e80-\uffff][^ ]*$/;
const SHORT = 5;

/** Pixels of a text on two lines, broken where the longer one is shortest. */
function foldedWidth(text: string): number {
  const letters = [...text];
  const middle = Math.ceil(letters.length / 2) + 1;
  const breaks = UNSPACED.test(text)
    ? [letters.length > SHORT ? middle : 0]
    : letters.flatMap((letter, at) => (letter === ' ' || at === 0 ? [at] : []));
  const width = (from: number, to?: number) => textWidth(letters.slice(from, to).join('').trim(), 600);
  return Math.min(...breaks.map((at) => Math.max(width(0, at), width(at))));
}

/** Pixels beside the words of a head: its sides, the arrow, the funnel. */
const besideHead = (sortable: boolean, filters: boolean): number => ROOM.cell + (sortable ? ROOM.arrow : 0) + (filters ? ROOM.funnel : 0);

/** Pixels of the widest buttons that a row can have: two, or one and More (RowActions). */
export function actionsWidth<R extends Row>(actions: readonly RowAction<R>[], head: string): number {
  const widest = (of: readonly RowAction<R>[]) => of.map(({ label }) => textWidth(label, 400) + ROOM.button).toSorted((a, b) => b - a);
  const always = actions.filter(({ shown }) => !shown);
  // With three that every row has, or a rare one, the first one stands alone, and it is that or one before it.
  const alone = always.length > 2 || actions.some(({ rare }) => rare);
  const [first = 0, second = 0] = widest(alone ? actions.slice(0, actions.indexOf(always[0] as RowAction<R>) + 1) : actions);
  const rest = alone ? ROOM.more : actions.length > 2 ? Math.max(second, ROOM.more) : second;
  return Math.max(textWidth(head, 600) + ROOM.cell, first + rest + ROOM.cell);
}

/** Columns of the visible names, as wide as their content asks for where that is known. `words` are Yes and No for booleans. */
export function columnsOf<R extends Row>(
  definition: ListDefinition<R>,
  visible: readonly string[],
  fields: FieldMap,
  widths: Readonly<Record<string, number>>,
  words: { yes: string; no: string },
  content: ContentWidths = {},
): Column[] {
  return visible.map((name) => {
    const info = fields[name];
    const spec = definition.cells?.[name];
    const kind = info && kindOf(info.type);
    const hidden = definition.search?.exclude?.includes(name) || definition.search?.metadata === false;
    const { choices, several = false } = (info?.filter && !hidden && kind?.Filter(info, words)) || {};
    const sortable = !choices && (spec?.sortable ?? info?.order === true);
    const label = labelOf(definition, name, info);
    const beside = besideHead(sortable, choices !== undefined);
    const asked = content[name];
    const usual = asked === undefined ? (spec?.width ?? columnWidth(name, kind)) : asked + ROOM.cell;
    const width = Math.max(textWidth(label, 600) + beside, usual);
    const own = widths[name];
    return {
      name,
      label,
      info,
      width: own ?? width,
      least: own ?? Math.max(foldedWidth(label) + beside, Math.min(width, kind?.least ?? LEAST)),
      exact: own !== undefined,
      align: spec?.align ?? kind?.align ?? 'start',
      sortable,
      choices,
      several,
    };
  });
}

/** What a track has at least, what it asks for, and what it takes at most of what is to spare, in pixels. */
interface Track {
  least: number;
  width: number;
  most: number;
}

/**
 * Pixels of tracks in a room that holds their least. Where it is short all grow alike, so that what needs little is whole and only the
 * widest are cut; what is to spare goes first to those that take no more than so much, and then in proportion to the others.
 */
export function fittedWidths(tracks: readonly Track[], room: number): number[] {
  const widths = tracks.map(({ least }) => least);
  const left = () => room - widths.reduce((sum, width) => sum + width, 0);
  for (;;) {
    const short = tracks.flatMap(({ width }, at) => ((widths[at] ?? 0) < width ? [at] : []));
    const each = Math.floor(left() / short.length);
    if (short.length === 0 || each < 1) break;
    for (const at of short) widths[at] = Math.min(tracks[at]?.width ?? 0, (widths[at] ?? 0) + each);
  }
  for (const [at, { most }] of tracks.entries())
    if (Number.isFinite(most)) widths[at] = (widths[at] ?? 0) + Math.max(0, Math.min(most - (widths[at] ?? 0), left()));
  const spare = left();
  const takes = (at: number) => tracks[at]?.most === Number.POSITIVE_INFINITY;
  const total = widths.reduce((sum, width, at) => sum + (takes(at) ? width : 0), 0);
  return widths.map((width, at) => (takes(at) ? width + Math.floor((spare * width) / total) : width));
}

/**
 * Style of the table: tracks of the grid all rows share, and the width below which it scrolls. The last column takes what is to spare when a
 * person has set a width for all.
 * @param after the column of actions, at least; none without one
 * @param room pixels of the table's place; 0 where it is not known, and shares stand in
 */
export function gridStyle(
  columns: readonly Column[],
  before: number,
  after: number,
  room = 0,
): Record<'--tracks' | '--least' | '--before', string> {
  const allExact = columns.every((column) => column.exact);
  const tracks = columns.map(({ width, least, exact }, at): Track => {
    const most = exact && !(allExact && at === columns.length - 1) ? width : Number.POSITIVE_INFINITY;
    return { width, least, most };
  });
  if (after > 0) tracks.push({ least: after, width: after, most: Math.max(after, ACTIONS_WIDTH) });
  const marks = Array.from({ length: before }, () => `${MARK_WIDTH}px`);
  const least = tracks.reduce((sum, track) => sum + track.least, before * MARK_WIDTH);
  const drawn =
    room >= least
      ? fittedWidths(tracks, room - before * MARK_WIDTH).map((width) => `${width}px`)
      : tracks.map((track) => `minmax(${track.least}px, ${Number.isFinite(track.most) ? `${track.most}px` : `${track.width}fr`})`);
  return { '--tracks': [...marks, ...drawn].join(' '), '--least': `${least}px`, '--before': `${before * MARK_WIDTH}px` };
}
