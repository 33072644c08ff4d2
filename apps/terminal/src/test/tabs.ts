import { reduceTabs } from '../sessions/tabs.ts';
import { NO_TABS, type SessionTab, type TabsState } from '../sessions/tabs-state.ts';

/** A connected SSH session. */
export const sessionTab = (key: string): SessionTab => ({
  key,
  title: key,
  target: { assetId: 'a', assetName: key, address: '10.0.0.1', type: 'linux' },
  account: 'root',
  protocol: 'ssh',
  method: 'web_cli',
  files: null,
  tokenId: `t-${key}`,
  options: {},
  attempt: 1,
  phase: 'connected',
  group: null,
});

/** Sessions that were opened one after the other; the last one is active. */
export const opened = (...keys: string[]): TabsState =>
  keys.reduce((state, key) => reduceTabs(state, { type: 'open', tab: sessionTab(key) }), NO_TABS);
