import { arranged, splitOf } from '../panes/splits.ts';
import type { GroupColour, SessionTab, TabGroup, TabsState } from './tabs-state.ts';

/** Tabs under a name and a colour, and the order of the bar. No React. */

export const GROUP_NAME_MAX = 32;

export type GroupAction =
  /** Puts a tab into a group of its own. */
  | { type: 'newGroup'; key: string; id: string; name: string; colour: GroupColour }
  /** Puts a tab into a group; null takes it out of its own. */
  | { type: 'regroup'; key: string; group: string | null }
  | { type: 'changeGroup'; id: string; patch: Partial<Pick<TabGroup, 'name' | 'colour' | 'collapsed'>> }
  | { type: 'closeGroup'; id: string }
  /** Puts a tab, with those shown beside it, where another one is, into whose group it comes. */
  | { type: 'move'; key: string; to: string }
  /** Moves a tab one place to the left or to the right. */
  | { type: 'shift'; key: string; by: 1 | -1 };

export const membersOf = (state: Pick<TabsState, 'tabs'>, group: string): readonly SessionTab[] =>
  state.tabs.filter((tab) => tab.group === group);

/** A tab is drawn unless its group is collapsed. */
export const isFolded = (state: Pick<TabsState, 'groups'>, tab: SessionTab): boolean =>
  state.groups.some(({ id, collapsed }) => collapsed && id === tab.group);

const named = (name: string, otherwise: string): string => name.trim().slice(0, GROUP_NAME_MAX) || otherwise;

/** A tab and those that are shown with it. */
const unitOf = (state: TabsState, key: string): readonly string[] => splitOf(state, key)?.members ?? [key];

function regrouped(state: TabsState, key: string, group: string | null): TabsState {
  const unit = unitOf(state, key);
  return arranged({ ...state, tabs: state.tabs.map((tab) => (unit.includes(tab.key) ? { ...tab, group } : tab)) });
}

/** Collapsing hides the tabs of a group, so another one takes over; when there is none, what is shown stays. */
function changeGroup(state: TabsState, id: string, patch: Partial<TabGroup>): TabsState {
  const groups = state.groups.map((group) =>
    group.id === id ? { ...group, ...patch, name: named(patch.name ?? group.name, group.name) } : group,
  );
  const next = { ...state, groups };
  const active = state.tabs.find((tab) => tab.key === state.active);
  if (!patch.collapsed || active?.group !== id) return next;
  const at = state.tabs.indexOf(active);
  const open = (tab: SessionTab): boolean => !isFolded(next, tab);
  return { ...next, active: (state.tabs.slice(at).find(open) ?? state.tabs.slice(0, at).findLast(open) ?? active).key };
}

function move(state: TabsState, key: string, to: string): TabsState {
  const target = state.tabs.find((tab) => tab.key === to);
  const from = state.tabs.findIndex((tab) => tab.key === key);
  if (!target || from < 0 || key === to) return state;
  const split = splitOf(state, key);
  const after = state.tabs.indexOf(target) > from;
  if (split?.members.includes(to)) {
    const rest = split.members.filter((member) => member !== key);
    const members = rest.toSpliced(rest.indexOf(to) + (after ? 1 : 0), 0, key);
    return arranged({ ...state, splits: state.splits.map((one) => (one === split ? { ...one, members } : one)) });
  }
  const unit = unitOf(state, key);
  const mates = unitOf(state, to);
  const moving = state.tabs.filter((tab) => unit.includes(tab.key)).map((tab) => ({ ...tab, group: target.group }));
  const rest = state.tabs.filter((tab) => !unit.includes(tab.key));
  // Not between two that are shown together.
  const at = after ? rest.findLastIndex((tab) => mates.includes(tab.key)) + 1 : rest.findIndex((tab) => mates.includes(tab.key));
  return arranged({ ...state, tabs: rest.toSpliced(at, 0, ...moving) });
}

/** One place on among its own: within a split, else past its neighbour; at the end of its group the whole group moves. */
function shift(state: TabsState, key: string, by: 1 | -1): TabsState {
  const at = state.tabs.findIndex((tab) => tab.key === key);
  const next = state.tabs[at + by];
  const tab = state.tabs[at];
  if (!tab || !next) return state;
  if (splitOf(state, key)?.members.includes(next.key)) return move(state, key, next.key);
  const unit = tab.group !== null && tab.group !== next.group ? membersOf(state, tab.group).map((one) => one.key) : unitOf(state, key);
  const passed =
    next.group !== null && tab.group !== next.group ? membersOf(state, next.group).map((one) => one.key) : unitOf(state, next.key);
  const moving = state.tabs.filter((one) => unit.includes(one.key));
  const rest = state.tabs.filter((one) => !unit.includes(one.key));
  const place = by > 0 ? rest.findLastIndex((one) => passed.includes(one.key)) + 1 : rest.findIndex((one) => passed.includes(one.key));
  return place < 0 ? state : arranged({ ...state, tabs: rest.toSpliced(place, 0, ...moving) });
}

/** Everything but closing, which takes tabs away (`tabs.ts`). */
export function reduceGroups(state: TabsState, action: Exclude<GroupAction, { type: 'closeGroup' }>): TabsState {
  switch (action.type) {
    case 'newGroup': {
      const group: TabGroup = { id: action.id, name: named(action.name, ''), colour: action.colour, collapsed: false };
      return regrouped({ ...state, groups: [...state.groups, group] }, action.key, action.id);
    }
    case 'regroup':
      return regrouped(state, action.key, action.group);
    case 'changeGroup':
      return changeGroup(state, action.id, action.patch);
    case 'move':
      return move(state, action.key, action.to);
    case 'shift':
      return shift(state, action.key, action.by);
  }
}
