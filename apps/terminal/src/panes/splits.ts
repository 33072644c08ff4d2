import type { SessionTab, Shape, Split, TabsState } from '../sessions/tabs-state.ts';

/** Places of sessions that are shown together: which there are, how large they are, and what changes them. No React. */

export const MOST_PANES = 4;
/** No place gets smaller than this share. */
const LEAST = 0.15;

export type SplitAction =
  /** Puts a tab into the split of another one, which becomes one if it is none. */
  | { type: 'join'; key: string; beside: string; shape?: Shape }
  | { type: 'leave'; key: string }
  | { type: 'shape'; key: string; shape: Shape }
  | { type: 'zoom'; key: string }
  /** Moves the line after place `at` of an axis by a share. */
  | { type: 'resize'; split: string; axis: 'x' | 'y'; at: number; by: number }
  /** Makes the place of a tab larger, or smaller, in every direction that there is. */
  | { type: 'grow'; key: string; by: number }
  | { type: 'sync'; keys: readonly string[] };

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A line between places that can be moved. */
export interface Border {
  axis: 'x' | 'y';
  at: number;
  rect: Rect;
}

export const splitOf = (state: Pick<TabsState, 'splits'>, key: string | null): Split | undefined =>
  key === null ? undefined : state.splits.find(({ members }) => members.includes(key));

/** Keys of the tabs in view: the active one, and those that are shown with it. */
export function shownKeys(state: Pick<TabsState, 'splits' | 'active'>): readonly string[] {
  const split = splitOf(state, state.active);
  if (split && !split.zoomed) return split.members;
  return state.active === null ? [] : [state.active];
}

/** How many places there are across and down. */
function counts(shape: Shape, members: number): { x: number; y: number } {
  if (shape === 'columns') return { x: members, y: 1 };
  if (shape === 'rows') return { x: 1, y: members };
  return { x: 2, y: 2 };
}

/** Two have no grid. */
const shapeFor = (shape: Shape, members: number): Shape => (shape === 'grid' && members < 3 ? 'columns' : shape);

const even = (count: number): number[] => Array.from({ length: count }, () => 1 / count);

function shaped(split: Pick<Split, 'id'>, members: readonly string[], wanted: Shape): Split {
  const shape = shapeFor(wanted, members.length);
  const { x, y } = counts(shape, members.length);
  return { id: split.id, members, shape, x: even(x), y: even(y), zoomed: false };
}

/** Column and row of a member, and how many columns it spans: the third of three has the lower half of a grid. */
function cell({ shape, members }: Split, at: number): { column: number; row: number; span: number } {
  if (shape === 'columns') return { column: at, row: 0, span: 1 };
  if (shape === 'rows') return { column: 0, row: at, span: 1 };
  return { column: at % 2, row: at < 2 ? 0 : 1, span: members.length === 3 && at === 2 ? 2 : 1 };
}

const sum = (shares: readonly number[], from: number, to: number): number =>
  shares.slice(from, to).reduce((total, share) => total + share, 0);

/** Where a member lies, in shares of the whole. */
export function rectOf(split: Split, key: string): Rect {
  const { column, row, span } = cell(split, split.members.indexOf(key));
  return {
    left: sum(split.x, 0, column),
    top: sum(split.y, 0, row),
    width: sum(split.x, column, column + span),
    height: split.y[row] ?? 1,
  };
}

/** The lines between places. */
export function bordersOf(split: Split): Border[] {
  // The line between the two above ends where the third, wider one begins.
  const upper = split.shape === 'grid' && split.members.length === 3 ? (split.y[0] ?? 1) : 1;
  const vertical = split.x.slice(1).map((_, at): Border => {
    return { axis: 'x', at, rect: { left: sum(split.x, 0, at + 1), top: 0, width: 0, height: upper } };
  });
  const horizontal = split.y.slice(1).map((_, at): Border => {
    return { axis: 'y', at, rect: { left: 0, top: sum(split.y, 0, at + 1), width: 1, height: 0 } };
  });
  return [...vertical, ...horizontal];
}

/** Moves a share from one place to the next, as far as both stay large enough. */
function moved(shares: readonly number[], at: number, by: number): readonly number[] {
  const [one, next] = [shares[at], shares[at + 1]];
  if (one === undefined || next === undefined) return shares;
  const step = Math.max(LEAST - one, Math.min(next - LEAST, by));
  return shares.map((share, index) => (index === at ? one + step : index === at + 1 ? next - step : share));
}

/** The line to move so that a place grows: the one after it, or before it at the end. */
const grown = (shares: readonly number[], at: number, by: number): readonly number[] =>
  at < shares.length - 1 ? moved(shares, at, by) : moved(shares, at - 1, -by);

/** Takes tabs out of their splits; what is left of two is none any more. */
function without(splits: readonly Split[], gone: ReadonlySet<string>): readonly Split[] {
  return splits.flatMap((split) => {
    const members = split.members.filter((key) => !gone.has(key));
    if (members.length === split.members.length) return [split];
    return members.length < 2 ? [] : [shaped(split, members, split.shape)];
  });
}

/** Forgets tabs that are not there any more, and puts those that are shown together, and those of a group, side by side. */
export function arranged(state: TabsState): TabsState {
  const there = new Map(state.tabs.map((tab) => [tab.key, tab]));
  const gone = new Set([...state.splits.flatMap(({ members }) => members), ...state.synced].filter((key) => !there.has(key)));
  const splits = without(state.splits, gone);
  // Those of a split are of one group: that of the first.
  const groupOf = (tab: SessionTab): string | null => {
    const first = splitOf({ splits }, tab.key)?.members[0];
    return (first === undefined ? tab : (there.get(first) ?? tab)).group;
  };
  const tabs = state.tabs.map((tab) => (tab.group === groupOf(tab) ? tab : { ...tab, group: groupOf(tab) }));
  const byGroup = sideBySide(tabs, (tab) => tab.group);
  const bySplit = sideBySide(byGroup, (tab) => splitOf({ splits }, tab.key)?.id ?? null);
  const places = new Map(splits.flatMap(({ members }) => members.map((key, at) => [key, at] as const)));
  // Within a split the order is that of the places.
  const order = bySplit.toSorted((a, b) => {
    const [one, other] = [splitOf({ splits }, a.key), splitOf({ splits }, b.key)];
    return one && one === other ? (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0) : bySplit.indexOf(a) - bySplit.indexOf(b);
  });
  const synced = state.synced.filter((key) => there.has(key));
  return {
    ...state,
    tabs: order,
    splits,
    groups: state.groups.filter(({ id }) => order.some((tab) => tab.group === id)),
    synced: synced.length < 2 ? [] : synced,
  };
}

/** Brings together what is of one kind, where its first one is. */
function sideBySide(tabs: readonly SessionTab[], kindOf: (tab: SessionTab) => string | null): SessionTab[] {
  const seen = new Set<string>();
  return tabs.flatMap((tab) => {
    const kind = kindOf(tab);
    if (kind === null) return [tab];
    if (seen.has(kind)) return [];
    seen.add(kind);
    return tabs.filter((other) => kindOf(other) === kind);
  });
}

const changed = (state: TabsState, id: string, patch: (split: Split) => Split): TabsState => ({
  ...state,
  splits: state.splits.map((split) => (split.id === id ? patch(split) : split)),
});

export function reduceSplits(state: TabsState, action: SplitAction): TabsState {
  switch (action.type) {
    case 'join':
      return join(state, action.key, action.beside, action.shape);
    case 'leave': {
      const split = splitOf(state, action.key);
      if (!split) return state;
      // Its tab stays, behind those that are still shown together.
      const key = action.key;
      const last = split.members.findLast((member) => member !== key);
      const tab = state.tabs.find((one) => one.key === key);
      const rest = state.tabs.filter((one) => one !== tab);
      const at = rest.findIndex((one) => one.key === last);
      return arranged({
        ...state,
        tabs: tab ? rest.toSpliced(at + 1, 0, tab) : state.tabs,
        splits: without(state.splits, new Set([key])),
        synced: state.synced.filter((one) => one !== key),
        active: key,
      });
    }
    case 'shape': {
      const split = splitOf(state, action.key);
      return split ? changed(state, split.id, (one) => shaped(one, one.members, action.shape)) : state;
    }
    case 'zoom': {
      const split = splitOf(state, action.key);
      if (!split) return state;
      return { ...changed(state, split.id, (one) => ({ ...one, zoomed: !one.zoomed })), active: action.key };
    }
    case 'resize':
      return changed(state, action.split, (one) => ({ ...one, [action.axis]: moved(one[action.axis], action.at, action.by) }));
    case 'grow': {
      const split = splitOf(state, action.key);
      if (!split) return state;
      const { column, row, span } = cell(split, split.members.indexOf(action.key));
      return changed(state, split.id, (one) => ({
        ...one,
        x: span === 1 && one.x.length > 1 ? grown(one.x, column, action.by) : one.x,
        y: one.y.length > 1 ? grown(one.y, row, action.by) : one.y,
      }));
    }
    case 'sync':
      return { ...state, synced: action.keys.length < 2 ? [] : action.keys };
  }
}

/** An id that no split has. */
function unused(splits: readonly Split[]): string {
  const taken = new Set(splits.map(({ id }) => id));
  let n = 1;
  while (taken.has(`split-${n}`)) n += 1;
  return `split-${n}`;
}

function join(state: TabsState, key: string, beside: string, shape?: Shape): TabsState {
  const keys = state.tabs.map((tab) => tab.key);
  if (key === beside || !keys.includes(key) || !keys.includes(beside)) return state;
  const target = splitOf(state, beside);
  if (target?.members.includes(key) || (target?.members.length ?? 1) >= MOST_PANES) return state;
  const rest = without(state.splits, new Set([key]));
  const members = target ? target.members.toSpliced(target.members.indexOf(beside) + 1, 0, key) : [beside, key];
  const split = shaped({ id: target?.id ?? unused(rest) }, members, shape ?? target?.shape ?? 'columns');
  return arranged({ ...state, splits: [...rest.filter(({ id }) => id !== split.id), split], active: key });
}
