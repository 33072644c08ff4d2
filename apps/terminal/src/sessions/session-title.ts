import type { Text } from '@postern/contract/text';
import type { SessionTab } from './tabs-state.ts';
import { sessionWords } from './words.ts';

/** What stands before the title of one that takes nothing: the rest is cut off where tabs are narrow. */
const MARKS = { ended: '✕', lost: '!' } as const;

type Told = Pick<SessionTab, 'title' | 'account' | 'phase' | 'lost'>;

/** How a session is, in a word. */
export const stateOf = ({ phase, lost }: Pick<Told, 'phase' | 'lost'>): Text => {
  if (phase === 'connected' && lost) return sessionWords.reconnecting;
  return { connecting: sessionWords.connecting, connected: sessionWords.connected, ended: sessionWords.ended }[phase];
};

/** Where one is, for the title of the browser's tab: machine and account, with a mark and a word when it is over or its line is lost. */
export function sessionTitle(tab: Told | undefined, t: (text: Text) => string): string | undefined {
  if (!tab) return undefined;
  const where = `${tab.title} · ${tab.account}`;
  if (tab.phase === 'ended') return `${MARKS.ended} ${where} · ${t(stateOf(tab))}`;
  if (tab.phase === 'connected' && tab.lost) return `${MARKS.lost} ${where} · ${t(stateOf(tab))}`;
  return where;
}

const NUMBERED = / \(\d{1,3}\)$/;

/** A title that no other tab of its kind has: the second one of a machine is its second. */
export function freeTitle(tabs: readonly SessionTab[], { title, method }: Pick<SessionTab, 'title' | 'method'>): string {
  const taken = new Set(tabs.filter((tab) => tab.method === method).map((tab) => tab.title));
  if (!taken.has(title)) return title;
  const name = title.replace(NUMBERED, '');
  let number = 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}
