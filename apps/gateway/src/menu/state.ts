import type { Language } from '@postern/contract/text';
import type { Size } from '../protocols/driver.ts';
import { nextPick, type Picks, refusedAtOnce } from './choice.ts';
import { asked, type Listing, newListing } from './listing.ts';
import { type Effect, type MenuAsset, type MenuRecent, type MenuTarget, type Notice, PAGE, type Stepped, type View } from './model.ts';
import { newTree, type Tree } from './tree.ts';

/** Something before the views: words, a choice, or a target that is being opened. */
export type Front =
  | { kind: 'help' }
  | { kind: 'choice'; picks: Picks; next: 'account' | 'protocol'; options: readonly string[]; at: number; top: number }
  | { kind: 'opening'; target: MenuTarget };

export interface Recent {
  rows: readonly MenuRecent[];
  known: boolean;
  asking: number | undefined;
  at: number;
  top: number;
}

/** All that the full screen shows (step.ts). */
export interface MenuState {
  language: Language;
  size: Size;
  view: View;
  search: Listing;
  favourites: Listing;
  tree: Tree;
  /** Assets of a node, before the tree. */
  node: Listing | undefined;
  recent: Recent;
  front: Front | undefined;
  /** Asset whose accounts are waited for. */
  picking: { asset: MenuAsset; id: number } | undefined;
  notice: Notice | undefined;
  /** Ids of favourites. */
  marked: ReadonlySet<string>;
  /** The mark that is on its way. */
  marking: number | undefined;
  /** Number of the last question. */
  last: number;
}

export type Step = Stepped<MenuState>;

/** Lines beside the list: two above, three below. Lists higher than this gain nothing. */
export const FRAME_ROWS = 5;
const MAX_LIST_ROWS = PAGE * 2;
export const listRows = ({ rows }: Size): number => Math.max(1, Math.min(rows - FRAME_ROWS, MAX_LIST_ROWS));

export function newMenu(language: Language, size: Size): Step {
  const state: MenuState = {
    language,
    size,
    view: 'search',
    search: newListing('search', { of: 'all' }),
    favourites: newListing('favourites', { of: 'favourites' }),
    tree: newTree,
    node: undefined,
    recent: { rows: [], known: false, asking: undefined, at: 0, top: 0 },
    front: undefined,
    picking: undefined,
    notice: undefined,
    marked: new Set(),
    marking: undefined,
    last: 1,
  };
  const { state: first, effects } = entered(state);
  return { state: first, effects: [...effects, { do: 'ask', question: { ask: 'marks', id: 1 }, typed: false }] };
}

export const still = (state: MenuState): Step => ({ state, effects: [] });
export const noted = (state: MenuState, notice: Notice): Step => still({ ...state, notice });

/** The list of assets in front, where there is one. */
export function currentList(state: MenuState): Listing | undefined {
  if (state.view === 'search') return state.search;
  if (state.view === 'favourites') return state.favourites;
  return state.view === 'tree' ? state.node : undefined;
}

export function withList(state: MenuState, { list, effects }: { list: Listing; effects: Effect[] }): Step {
  return { state: { ...state, [list.name]: list }, effects };
}

/** A view that was not asked for yet asks. */
export function entered(state: MenuState): Step {
  const list = currentList(state);
  const last = state.last + 1;
  if (list) return list.id === 0 ? withList({ ...state, last }, asked(list, last)) : still(state);
  if (state.view === 'tree' && !state.tree.known && state.tree.asking === undefined) return askNodes(state, undefined);
  if (state.view === 'recent' && !state.recent.known && state.recent.asking === undefined) return askRecent(state);
  return still(state);
}

export function askNodes(state: MenuState, key: string | undefined): Step {
  const id = state.last + 1;
  return {
    state: { ...state, last: id, tree: { ...state.tree, asking: id } },
    effects: [{ do: 'ask', question: { ask: 'nodes', id, key }, typed: false }],
  };
}

export function askRecent(state: MenuState): Step {
  const id = state.last + 1;
  return {
    state: { ...state, last: id, recent: { ...state.recent, asking: id } },
    effects: [{ do: 'ask', question: { ask: 'recent', id }, typed: false }],
  };
}

/** Goes on to what has to be chosen, or opens. */
export function picking(state: MenuState, picks: Picks): Step {
  const next = nextPick(picks);
  if (next.next === 'none') return noted({ ...state, front: undefined }, next.why);
  if (next.next === 'open') return open(state, next.target);
  return still({ ...state, front: { kind: 'choice', picks, next: next.next, options: next.options, at: 0, top: 0 }, notice: undefined });
}

export const open = (state: MenuState, target: MenuTarget): Step => ({
  state: { ...state, front: { kind: 'opening', target } },
  effects: [{ do: 'open', target }],
});

/** Marks an asset as a favourite, or no longer; one at a time. */
export function mark(state: MenuState, asset: MenuAsset): Step {
  if (state.marking !== undefined) return still(state);
  const id = state.last + 1;
  const question = { ask: 'mark', id, asset, on: !state.marked.has(asset.id) } as const;
  return { state: { ...state, last: id, marking: id }, effects: [{ do: 'ask', question, typed: false }] };
}

export function choose(state: MenuState, asset: MenuAsset): Step {
  const refused = refusedAtOnce(asset);
  if (refused) return noted(state, refused);
  const id = state.last + 1;
  return {
    state: { ...state, last: id, picking: { asset, id }, notice: { key: 'opening', params: { target: asset.name } } },
    effects: [{ do: 'ask', question: { ask: 'accounts', id, asset }, typed: false }],
  };
}
