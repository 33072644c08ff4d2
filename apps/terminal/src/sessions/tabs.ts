import { arranged, reduceSplits, type SplitAction, splitOf } from '../panes/splits.ts';
import { freeTitle } from './session-title.ts';
import { type GroupAction, isFolded, membersOf, reduceGroups } from './tab-groups.ts';
import type { SessionTab, TabPhase, TabsState } from './tabs-state.ts';

/** The open sessions of the page as plain data: a reducer with no sockets and no React, so every move can be tested. */

export type CloseScope = 'one' | 'others' | 'left' | 'right' | 'all';

export type TabsAction =
  | SplitAction
  | GroupAction
  /** `beside`: in the split of that tab, else `after` it. */
  | { type: 'open'; tab: SessionTab; after?: string; beside?: string }
  | { type: 'activate'; key: string }
  | { type: 'step'; by: 1 | -1 }
  | { type: 'rename'; key: string; title: string }
  | { type: 'phase'; key: string; phase: TabPhase }
  | { type: 'lost'; key: string; lost: boolean }
  | { type: 'reconnect'; key: string; tokenId: string }
  | { type: 'close'; key: string; scope: CloseScope };

export const TITLE_MAX = 64;

/** The tabs a close would take away; empty when it would do nothing. */
export function closing(state: TabsState, key: string, scope: CloseScope): readonly SessionTab[] {
  const at = state.tabs.findIndex((tab) => tab.key === key);
  if (at < 0) return [];
  const gone = { one: [at, at + 1], left: [0, at], right: [at + 1, state.tabs.length], all: [0, state.tabs.length] } as const;
  if (scope === 'others') return state.tabs.filter((tab) => tab.key !== key);
  return state.tabs.slice(...gone[scope]);
}

function close(state: TabsState, gone: ReadonlySet<string>): TabsState {
  const tabs = state.tabs.filter((tab) => !gone.has(tab.key));
  if (state.active === null || !gone.has(state.active)) return arranged({ ...state, tabs });
  // Who is shown beside it takes over, else the right neighbour, or the left one at the end (docs/behaviour/terminal.md#tabs).
  const mate = splitOf(state, state.active)?.members.find((key) => !gone.has(key));
  const at = state.tabs.findIndex((tab) => tab.key === state.active);
  const next = state.tabs.slice(at).find((tab) => !gone.has(tab.key)) ?? state.tabs.slice(0, at).findLast((tab) => !gone.has(tab.key));
  return arranged({ ...state, tabs, active: mate ?? next?.key ?? null });
}

/** Brings a tab into view: its group opens. */
function activate(state: TabsState, key: string): TabsState {
  const tab = state.tabs.find((one) => one.key === key);
  if (!tab) return state;
  const groups = isFolded(state, tab)
    ? state.groups.map((group) => (group.id === tab.group ? { ...group, collapsed: false } : group))
    : state.groups;
  return state.active === key && groups === state.groups ? state : { ...state, active: key, groups };
}

function open(state: TabsState, tab: SessionTab, after?: string, beside?: string): TabsState {
  const place = beside ?? after;
  const at = state.tabs.findIndex((one) => one.key === place);
  // What comes from a tab of a group belongs there.
  const placed = { ...tab, title: freeTitle(state.tabs, tab), group: state.tabs[at]?.group ?? tab.group };
  const last = splitOf(state, place ?? null)?.members.at(-1);
  const index = last === undefined ? at : state.tabs.findIndex((one) => one.key === last);
  const next = arranged({
    ...state,
    tabs: at < 0 ? [...state.tabs, placed] : state.tabs.toSpliced(index + 1, 0, placed),
    active: tab.key,
  });
  return activate(beside === undefined ? next : reduceSplits(next, { type: 'join', key: tab.key, beside }), tab.key);
}

const change = (state: TabsState, key: string, patch: (tab: SessionTab) => SessionTab): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key ? patch(tab) : tab)),
});

/** What has ended takes nothing any more, and does not begin to again by itself. */
function phased(state: TabsState, key: string, phase: TabPhase): TabsState {
  const next = change(state, key, (tab) => ({ ...tab, phase }));
  return phase === 'ended' && state.synced.includes(key)
    ? reduceSplits(next, { type: 'sync', keys: state.synced.filter((one) => one !== key) })
    : next;
}

export function reduceTabs(state: TabsState, action: TabsAction): TabsState {
  switch (action.type) {
    case 'open':
      return open(state, action.tab, action.after, action.beside);
    case 'activate':
      return activate(state, action.key);
    case 'step': {
      const drawn = state.tabs.filter((tab) => !isFolded(state, tab) || tab.key === state.active);
      const at = drawn.findIndex((tab) => tab.key === state.active);
      if (at < 0) return state;
      const next = drawn[(at + action.by + drawn.length) % drawn.length];
      return { ...state, active: next?.key ?? state.active };
    }
    case 'rename': {
      const title = action.title.trim().slice(0, TITLE_MAX);
      return title === '' ? state : change(state, action.key, (tab) => ({ ...tab, title }));
    }
    case 'phase':
      return phased(state, action.key, action.phase);
    case 'lost':
      return change(state, action.key, (tab) => ({ ...tab, lost: action.lost }));
    case 'reconnect':
      return change(state, action.key, (tab) => ({ ...tab, tokenId: action.tokenId, attempt: tab.attempt + 1, phase: 'connecting' }));
    case 'close':
      return close(state, new Set(closing(state, action.key, action.scope).map((tab) => tab.key)));
    case 'closeGroup':
      return close(state, new Set(membersOf(state, action.id).map((tab) => tab.key)));
    case 'join':
    case 'leave':
    case 'shape':
    case 'zoom':
    case 'resize':
    case 'grow':
    case 'sync':
      return reduceSplits(state, action);
    default:
      return reduceGroups(state, action);
  }
}
