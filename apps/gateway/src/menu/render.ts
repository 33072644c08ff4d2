import type { Size } from '../protocols/driver.ts';
import { cells, cut, filled, tail } from './cells.ts';
import { assetAt, type Listing } from './listing.ts';
import { type MenuAsset, VIEWS } from './model.ts';
import { currentList, listRows, type MenuState } from './state.ts';
import { type Params, say, type WordKey } from './words.ts';

/** How a line looks. Nothing is said by it alone: what is chosen has a mark as well. */
export type Look = 'plain' | 'bold' | 'inverse';
export interface Line {
  text: string;
  look: Look;
}
export interface Screen {
  /** One for each row, each exactly as wide as the terminal. */
  lines: readonly Line[];
  cursor: { row: number; column: number };
}

const MARK = '> ';
const NO_MARK = '  ';

/** What the full screen shows: pure, so that every size can be tried. */
export function renderMenu(state: MenuState): Screen {
  const { size } = state;
  const words = (key: WordKey, params?: Params) => say(state.language, key, params);
  const body = bodyOf(state, words);
  const height = listRows(size);
  const rows = Array.from({ length: Math.max(1, size.rows - 5) }, (_, at) => (at < height ? body.rows[at] : undefined) ?? '');
  const chosen = body.chosen;
  const notice = state.notice ? ('key' in state.notice ? words(state.notice.key, state.notice.params) : state.notice.text) : '';
  const lines: Line[] = [
    { text: tabs(state, words), look: 'bold' },
    { text: body.heading, look: 'plain' },
    ...rows.map((text, at): Line => ({ text, look: at === chosen ? 'inverse' : 'plain' })),
    { text: body.detail, look: 'plain' },
    { text: notice, look: 'bold' },
    { text: ` ${body.keys}`, look: 'inverse' },
  ];
  const fitted = lines.slice(0, size.rows).map(({ text, look }): Line => ({ text: filled(text, size.cols), look }));
  // On a terminal lower than the frame the keys give way.
  const row = Math.min(body.typed === undefined ? 2 + Math.max(0, chosen ?? 0) : 1, size.rows - 1);
  const column = Math.min(body.typed ?? 0, size.cols - 1);
  return { lines: fitted, cursor: { row, column } };
}

interface Body {
  heading: string;
  rows: readonly string[];
  /** The row that is chosen, of those shown. */
  chosen: number | undefined;
  detail: string;
  keys: string;
  /** Where something can be typed: the column of its end. */
  typed?: number;
}
type Say = (key: WordKey, params?: Params) => string;

function bodyOf(state: MenuState, words: Say): Body {
  const { front } = state;
  if (front?.kind === 'help') return bare(words('help'), words('help_lines').split('\n'), words('keys_help'));
  if (front?.kind === 'opening') return bare(words('opening', { target: front.target.label }), [], words('keys_wait'));
  if (front?.kind === 'choice') {
    const { picks, next, options, at, top } = front;
    const heading = words(next === 'account' ? 'account_of' : 'protocol_of', { asset: picks.asset.name });
    const rows = windowOf(options, top, state.size).map((option, row) => mark(top + row === at, `${top + row + 1}  ${option}`));
    return { heading, rows, chosen: at - top, detail: detailOf(picks.asset), keys: words('keys_choice') };
  }
  const list = currentList(state);
  if (list) return listBody(state, list, words);
  return state.view === 'tree' ? treeBody(state, words) : recentBody(state, words);
}

const bare = (heading: string, rows: readonly string[], keys: string): Body => ({ heading, rows, chosen: undefined, detail: '', keys });
const mark = (chosen: boolean, text: string): string => (chosen ? MARK : NO_MARK) + text;
const windowOf = <T>(rows: readonly T[], top: number, size: Size): readonly T[] => rows.slice(top, top + listRows(size));

/** The views, the one in front in brackets. */
const tabs = (state: MenuState, words: Say): string =>
  VIEWS.map((view) => (view === state.view ? `[${words(view)}]` : ` ${words(view)} `)).join(' ');

/** A label with what is typed on the left, a count on the right; the end of what is typed is always there. */
function typing(label: string, query: string, right: string, { cols }: Size): { heading: string; typed: number } {
  const before = `${cut(label, Math.floor(cols / 2))}: `;
  const room = Math.max(1, cols - cells(before) - cells(right) - 3);
  const kept = tail(query, room);
  return { heading: `${before}${filled(kept, room)}  ${right}`, typed: cells(before) + cells(kept) };
}

function listBody(state: MenuState, list: Listing, words: Say): Body {
  const { size } = state;
  const label = list.scope.of === 'node' ? list.scope.name : words('search');
  const counted =
    list.count === undefined || list.stale ? '' : words('counted', { at: Math.min(list.at + 1, list.count), count: list.count });
  const { heading, typed } = typing(label, list.query, list.asking === undefined ? counted : '...', size);
  const shownRows = Math.min(listRows(size), Math.max(0, (list.count ?? 0) - list.top));
  const rows = Array.from({ length: shownRows }, (_, row) => {
    const asset = assetAt(list, list.top + row);
    return mark(
      list.top + row === list.at,
      asset ? assetRow(asset, state.marked.has(asset.id), size.cols - MARK.length, words) : words('loading'),
    );
  });
  if (list.count === undefined && list.asking !== undefined) rows.push(NO_MARK + words('loading'));
  if (list.count === 0 && !list.stale) rows.push(NO_MARK + words(emptyOf(list)));
  const asset = assetAt(list, list.at);
  const chosen = shownRows > 0 ? list.at - list.top : undefined;
  return { heading, rows, chosen, detail: asset ? detailOf(asset) : '', keys: words('keys_list'), typed };
}

const emptyOf = (list: Listing): WordKey => {
  if (list.query !== '') return 'none_found';
  return list.scope.of === 'favourites' ? 'none_marked' : 'none_yours';
};

/** Name, address and, where there is room, platform and protocols. */
function assetRow(asset: MenuAsset, marked: boolean, width: number, words: Say): string {
  const name = `${marked ? '* ' : ''}${asset.name}`;
  const off = asset.active ? '' : ` (${words('off')})`;
  const text = name + bracketed(asset) + off;
  const columns: readonly (readonly [string, number])[] =
    width < 60
      ? [
          [text, 0.6],
          [asset.address, 0.4],
        ]
      : [
          [text, 0.42],
          [asset.address, 0.25],
          [asset.platform, 0.18],
          [asset.protocols.join(' '), 0.15],
        ];
  return columns.map(([text, part]) => filled(text, Math.max(1, Math.floor(width * part) - 1))).join(' ');
}

const bracketed = ({ mark }: MenuAsset): string => (mark === '' ? '' : ` [${mark}]`);

/** Of the chosen one; its mark and its warning come before what may be cut off. */
const detailOf = (asset: MenuAsset): string =>
  [asset.name + bracketed(asset), asset.warning, asset.address, asset.organisation, asset.comment].filter((part) => part !== '').join(', ');

function treeBody(state: MenuState, words: Say): Body {
  const { tree, size } = state;
  const rows = windowOf(tree.rows, tree.top, size).map(({ node, depth, open, bare: empty }, row) => {
    const sign = empty ? ' ' : open ? '-' : '+';
    const indent = '  '.repeat(Math.min(depth, Math.floor(size.cols / 8)));
    return mark(tree.top + row === tree.at, `${indent}${sign} ${node.name} (${node.amount})`);
  });
  if (tree.rows.length === 0) rows.push(NO_MARK + words(tree.asking === undefined && tree.known ? 'none_yours' : 'loading'));
  const row = tree.rows[tree.at];
  const chosen = row ? tree.at - tree.top : undefined;
  const heading = tree.asking === undefined ? words('tree') : words('loading');
  return { heading, rows, chosen, detail: row?.node.name ?? '', keys: words('keys_tree') };
}

function recentBody(state: MenuState, words: Say): Body {
  const { recent, size } = state;
  const width = size.cols - MARK.length;
  const rows = windowOf(recent.rows, recent.top, size).map(({ asset, account, protocol, when }, row) => {
    // To the minute; where there is little room it stands below, of the chosen one.
    const parts = width < 60 ? [0.5, 0.3, 0.2] : [0.4, 0.23, 0.25, 0.12];
    const texts = width < 60 ? [asset.name, account, protocol] : [asset.name, account, when.slice(0, 16), protocol];
    const line = texts.map((text, at) => filled(text, Math.max(1, Math.floor(width * (parts[at] ?? 0)) - 1))).join(' ');
    return mark(recent.top + row === recent.at, line);
  });
  if (recent.rows.length === 0) rows.push(NO_MARK + words(recent.known ? 'none_recent' : 'loading'));
  const row = recent.rows[recent.at];
  const detail = row ? [row.asset.name, row.address, row.account, row.protocol, row.when].join(', ') : '';
  return { heading: words('recent'), rows, chosen: row ? recent.at - recent.top : undefined, detail, keys: words('keys_rows') };
}
