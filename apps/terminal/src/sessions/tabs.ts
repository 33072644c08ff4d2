import type { TokenRequest } from '../transport/api.ts';

/** The open sessions of the page as plain data: a reducer with no sockets and no React, so every move can be tested. */

export interface TabTarget {
  assetId: string;
  assetName: string;
  address: string;
  type: string;
}

export type TabPhase = 'connecting' | 'connected' | 'ended';

export interface SessionTab {
  key: string;
  title: string;
  target: TabTarget;
  account: string;
  protocol: string;
  /** The way of connecting: a terminal, or files. */
  method: string;
  /** What opens files of the same account; null where that takes a secret to be typed, or is not offered. */
  files: TokenRequest | null;
  tokenId: string;
  /** Options the gateway reads from the socket's address. */
  options: Readonly<Record<string, string>>;
  /** Counts connections: a new number makes the terminal connect again with the current token. */
  attempt: number;
  phase: TabPhase;
}

export interface TabsState {
  tabs: readonly SessionTab[];
  active: string | null;
}

export type CloseScope = 'one' | 'others' | 'left' | 'right' | 'all';

export type TabsAction =
  | { type: 'open'; tab: SessionTab; after?: string }
  | { type: 'activate'; key: string }
  | { type: 'step'; by: 1 | -1 }
  | { type: 'rename'; key: string; title: string }
  | { type: 'phase'; key: string; phase: TabPhase }
  | { type: 'reconnect'; key: string; tokenId: string }
  | { type: 'close'; key: string; scope: CloseScope };

export const NO_TABS: TabsState = { tabs: [], active: null };
export const TITLE_MAX = 64;

/** The tabs a close would take away; empty when it would do nothing. */
export function closing(state: TabsState, key: string, scope: CloseScope): readonly SessionTab[] {
  const at = state.tabs.findIndex((tab) => tab.key === key);
  if (at < 0) return [];
  const gone = { one: [at, at + 1], left: [0, at], right: [at + 1, state.tabs.length], all: [0, state.tabs.length] } as const;
  if (scope === 'others') return state.tabs.filter((tab) => tab.key !== key);
  return state.tabs.slice(...gone[scope]);
}

function close(state: TabsState, key: string, scope: CloseScope): TabsState {
  const gone = new Set(closing(state, key, scope).map((tab) => tab.key));
  const tabs = state.tabs.filter((tab) => !gone.has(tab.key));
  if (state.active === null || !gone.has(state.active)) return { tabs, active: state.active };
  // The right neighbour takes over, or the left one at the end (docs/behaviour/terminal.md#tabs).
  const at = state.tabs.findIndex((tab) => tab.key === state.active);
  const next = state.tabs.slice(at).find((tab) => !gone.has(tab.key)) ?? state.tabs.slice(0, at).findLast((tab) => !gone.has(tab.key));
  return { tabs, active: next?.key ?? null };
}

const change = (state: TabsState, key: string, patch: (tab: SessionTab) => SessionTab): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key ? patch(tab) : tab)),
});

export function reduceTabs(state: TabsState, action: TabsAction): TabsState {
  switch (action.type) {
    case 'open': {
      const after = state.tabs.findIndex((tab) => tab.key === action.after);
      return { tabs: after < 0 ? [...state.tabs, action.tab] : state.tabs.toSpliced(after + 1, 0, action.tab), active: action.tab.key };
    }
    case 'activate':
      return state.tabs.some((tab) => tab.key === action.key) ? { ...state, active: action.key } : state;
    case 'step': {
      const at = state.tabs.findIndex((tab) => tab.key === state.active);
      if (at < 0) return state;
      const next = state.tabs[(at + action.by + state.tabs.length) % state.tabs.length];
      return { ...state, active: next?.key ?? state.active };
    }
    case 'rename': {
      const title = action.title.trim().slice(0, TITLE_MAX);
      return title === '' ? state : change(state, action.key, (tab) => ({ ...tab, title }));
    }
    case 'phase':
      return change(state, action.key, (tab) => ({ ...tab, phase: action.phase }));
    case 'reconnect':
      return change(state, action.key, (tab) => ({ ...tab, tokenId: action.tokenId, attempt: tab.attempt + 1, phase: 'connecting' }));
    case 'close':
      return close(state, action.key, action.scope);
  }
}
