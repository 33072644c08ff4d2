import { picked } from './choice.ts';
import type { Key } from './keys.ts';
import { asked, assetAt, completed, type Listing, moved, newListing, windowed } from './listing.ts';
import { nextLanguage, VIEWS } from './model.ts';
import {
  askNodes,
  askRecent,
  choose,
  currentList,
  entered,
  type Front,
  listRows,
  type MenuState,
  mark,
  noted,
  open,
  picking,
  type Step,
  still,
  withList,
} from './state.ts';
import { newTree, treeLeft, treeMoved } from './tree.ts';

/** What a key does. */
export function onKey(state: MenuState, key: Key): Step {
  if (key.key === 'ctrl-d') return { state, effects: [{ do: 'leave' }] };
  if (state.front?.kind === 'opening') return still(state);
  if (key.key === 'language') return still({ ...state, language: nextLanguage(state.language) });
  if (key.key === 'ctrl-p') return { state, effects: [{ do: 'plain' }] };
  if (state.front?.kind === 'help') return still({ ...state, front: undefined });
  if (state.front) return onChoiceKey(state, state.front, key);
  if (key.key === 'help' || (key.key === 'text' && key.text === '?')) return still({ ...state, front: { kind: 'help' } });
  if (key.key === 'tab' || key.key === 'back-tab') return otherView(state, key.key === 'tab' ? 1 : VIEWS.length - 1);
  if (state.picking && (key.key === 'escape' || key.key === 'ctrl-c')) return still({ ...state, picking: undefined });
  const list = currentList(state);
  if (list) return onListKey(state, list, key);
  if (key.key === 'text' && key.text === 'q') return { state, effects: [{ do: 'leave' }] };
  return state.view === 'tree' ? onTreeKey(state, key) : onRecentKey(state, key);
}

function otherView(state: MenuState, by: number): Step {
  const view = VIEWS[(VIEWS.indexOf(state.view) + by) % VIEWS.length] ?? 'search';
  return entered({ ...state, view, picking: undefined });
}

/** Where a key that moves leads; undefined for other keys. */
function movedTo(key: Key, at: number, height: number, count: number): number | undefined {
  switch (key.key) {
    case 'up':
      return at - 1;
    case 'down':
      return at + 1;
    case 'page-up':
      return at - height;
    case 'page-down':
      return at + height;
    case 'home':
      return 0;
    case 'end':
      return count - 1;
    default:
      return undefined;
  }
}

const withoutLast = (query: string): string => [...query].slice(0, -1).join('');

/** What is left of the query after a key that edits it; undefined for other keys. */
function edited(query: string, key: Key): string | undefined {
  if (key.key === 'text') return query + key.text;
  if (key.key === 'backspace' || key.key === 'delete') return withoutLast(query);
  if (key.key === 'ctrl-u') return '';
  if (key.key === 'ctrl-w') return query.replace(/\S+\s*$/, '');
  return undefined;
}

function onListKey(state: MenuState, list: Listing, key: Key): Step {
  const height = listRows(state.size);
  const to = movedTo(key, list.at, height, list.count ?? 0);
  if (to !== undefined) return withList(state, moved(list, to, height));
  const last = state.last + 1;
  const query = edited(list.query, key);
  if (query !== undefined) {
    if (query === list.query) return still(state);
    return withList({ ...state, last, picking: undefined }, asked(list, last, { query, typed: true }));
  }
  if (key.key === 'ctrl-r') return withList({ ...state, last }, asked(list, last));
  if (key.key === 'ctrl-f') {
    const asset = list.stale ? undefined : assetAt(list, list.at);
    return asset ? mark(state, asset) : still(state);
  }
  if (key.key === 'enter') {
    if (list.stale) return withList(state, completed({ ...list, eager: true }, height));
    const asset = assetAt(list, list.at);
    return asset ? choose(state, asset) : still(state);
  }
  if (key.key === 'escape' || key.key === 'ctrl-c') {
    if (list.query !== '') return withList({ ...state, last }, asked(list, last, { query: '' }));
    if (list.name === 'node') return still({ ...state, node: undefined });
    return noted(state, { key: 'leave_hint' });
  }
  return still(state);
}

function onTreeKey(state: MenuState, key: Key): Step {
  const height = listRows(state.size);
  const { tree } = state;
  const row = tree.rows[tree.at];
  const to = movedTo(key, tree.at, height, tree.rows.length);
  if (to !== undefined) return still({ ...state, tree: treeMoved(tree, to, height) });
  if (key.key === 'left') return still({ ...state, tree: treeLeft(tree, height) });
  if (key.key === 'ctrl-r' || (!tree.known && tree.asking === undefined))
    return askNodes({ ...state, tree: { ...newTree, at: tree.at } }, undefined);
  if (row && key.key === 'right') return row.open || row.bare || tree.asking !== undefined ? still(state) : askNodes(state, row.node.key);
  if (row && key.key === 'enter') {
    const { id, name } = row.node;
    return entered({ ...state, node: newListing('node', { of: 'node', id, name }) });
  }
  if (key.key === 'escape' || key.key === 'ctrl-c') return noted(state, { key: 'leave_hint' });
  return still(state);
}

function onRecentKey(state: MenuState, key: Key): Step {
  const height = listRows(state.size);
  const { recent } = state;
  const to = movedTo(key, recent.at, height, recent.rows.length);
  if (to !== undefined) {
    const at = Math.max(0, Math.min(to, recent.rows.length - 1));
    return still({ ...state, recent: { ...recent, at, top: windowed(at, recent.top, height, recent.rows.length) } });
  }
  const row = recent.rows[recent.at];
  if (key.key === 'ctrl-r') return askRecent(state);
  if (row && key.key === 'enter') {
    const { asset, account, alias, protocol } = row;
    return open(state, { asset: asset.id, account: alias, protocol, label: `${account}@${asset.name}` });
  }
  if (key.key === 'escape' || key.key === 'ctrl-c') return noted(state, { key: 'leave_hint' });
  return still(state);
}

function onChoiceKey(state: MenuState, front: Extract<Front, { kind: 'choice' }>, key: Key): Step {
  const height = listRows(state.size);
  const { options, picks, next } = front;
  const take = (at: number) => (options[at] === undefined ? still(state) : picking(state, picked(picks, next, at)));
  const to = movedTo(key, front.at, height, options.length);
  if (to !== undefined) {
    const at = Math.max(0, Math.min(to, options.length - 1));
    return still({ ...state, front: { ...front, at, top: windowed(at, front.top, height, options.length) } });
  }
  if (key.key === 'text' && /^[1-9]$/.test(key.text)) return take(Number(key.text) - 1);
  if (key.key === 'enter') return take(front.at);
  if (key.key === 'escape' || key.key === 'ctrl-c' || key.key === 'left' || (key.key === 'text' && key.text === 'q'))
    return still({ ...state, front: undefined });
  return still(state);
}
