import type { Context } from '@postern/resource';
import { randomToken } from '../../../platform/auth/random.ts';
import { type Chat, NotMember, type Tie } from '../../chat/index.ts';
import { attributesFrom } from '../../identities/index.ts';
import type { Instance } from '../providers.ts';
import { NotProved, type Proof } from '../sign-on.ts';
import { beginTrip, type Trip } from '../trips.ts';

/** Ways of a browser to a chat service and back: there is one code for all of them, and what differs stands in the table of services. */

/**
 * `qr`: any browser, where a page shows a code for the program on a phone, or asks as others do. `oauth`: a browser within that program, which knows who
 * sits there. `bind`: somebody who is logged in says which account there is theirs.
 */
export type Door = 'qr' | 'oauth' | 'bind';

const PAGES: Readonly<Record<Door, { base: string; back: string }>> = {
  qr: { base: 'qr/', back: 'qr/login/callback/' },
  oauth: { base: 'oauth/', back: 'oauth/login/callback/' },
  bind: { base: 'qr/bind/', back: 'qr/bind/callback/' },
};

export interface ChatInstance extends Instance {
  chat: Chat;
}

/** Where pages of a door are. */
export function pagesOf(
  { service: { name } }: Chat,
  door: Door,
): { base: string; name: string; params: Record<never, never>; back: string } {
  const { base, back } = PAGES[door];
  return { base: `/core/auth/${name}/${base}`, name: `singleSignOn.${name}.${door}`, params: {}, back: `/core/auth/${name}/${back}` };
}

/** The address that a service sends browsers back to, which an administrator has registered there. */
export const callbackOf = (chat: Chat, door: Door): string => `${chat.talk.get('SITE_URL').replace(/\/+$/, '')}${pagesOf(chat, door).back}`;

/** As a trip is for: what came back at one door opens no other. */
export const tripFor = ({ service: { name } }: Chat, door: Door): string => `${name} ${door}`;

const tieOf = (chat: Chat, door: Door, { state, kept }: Pick<Trip, 'state' | 'kept'>): Tie => ({
  callback: callbackOf(chat, door),
  state,
  nonce: kept.nonce ?? '',
  verifier: kept.verifier ?? '',
});

/** Sends a browser off: the address of the page that asks who sits there. @param kept what else the way back has to know */
export async function pageOf(ctx: Context, chat: Chat, door: Door, next: string, kept: Trip['kept'] = {}): Promise<string> {
  const { service, talk } = chat;
  const trip = await beginTrip(ctx, tripFor(chat, door), next, { ...kept, nonce: randomToken(), verifier: randomToken() });
  return chat.placed(service.page(talk.get, tieOf(chat, door, trip), door === 'oauth')).href;
}

/** Whom the service vouches for, by what came back with a browser. @throws Error when it is nobody */
export async function whoCame(chat: Chat, door: Door, trip: Trip, query: Readonly<Record<string, string>>): Promise<Proof> {
  const { service, talk } = chat;
  const code = query[service.code] ?? '';
  if (code === '' || (query.error ?? '') !== '') throw new NotProved('the service sent no code');
  try {
    const { about, ...person } = await service.person(talk, code, tieOf(chat, door, trip));
    const { name: source } = service;
    return { person: { provider: chat.place(), source, ...person, update: false, bound: true, attributes: attributesFrom(about) } };
  } catch (error) {
    throw error instanceof NotMember ? new NotProved(error.message) : error;
  }
}
