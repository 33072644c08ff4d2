import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { type BrowserUser, browserUser } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { readCookie } from '@postern/client/cookies';
import { type Language, languageOf } from '@postern/contract/text';

const MAX_COOKIE = 16 * 1024;

/** Who opens a socket, before any frame is read. */
export interface Caller {
  user: BrowserUser;
  remoteAddr: string;
  language: Language;
}

const first = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).split(',')[0]?.trim() ?? '';

/**
 * A browser always names the page that opens a WebSocket; another site's page must not ride on our cookies
 * (cross-site WebSocket hijacking). A client without Origin is no browser and has no such page.
 */
export function sameOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  try {
    const { host } = new URL(origin);
    return host !== '' && (host === headers.host || host === first(headers['x-forwarded-host']));
  } catch {
    return false;
  }
}

/** The person's address: the nearest proxy is the core, which appends what it saw. */
export function remoteAddress(headers: IncomingHttpHeaders, peer: string | undefined): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isIP(part) > 0);
  return forwarded.at(-1) ?? peer ?? '';
}

/** Asks the core whose cookies these are (docs/wire/components.md#people-in-a-browser). Undefined for nobody; throws when the core is away. */
export async function admit(coreUrl: string, headers: IncomingHttpHeaders, peer: string | undefined): Promise<Caller | undefined> {
  const cookie = headers.cookie ?? '';
  if (cookie === '' || cookie.length > MAX_COOKIE) return undefined;
  const remoteAddr = remoteAddress(headers, peer);
  const forwarded: Record<string, string> = { 'x-forwarded-for': remoteAddr, 'user-agent': headers['user-agent'] ?? '' };
  try {
    const user = await browserUser(coreUrl, cookie, forwarded);
    if (typeof user?.id !== 'string' || user.id === '') return undefined;
    return { user, remoteAddr, language: languageOf(readCookie('django_language', cookie) ?? headers['accept-language']) };
  } catch (error) {
    if (error instanceof CoreError && error.status > 0 && error.status < 500) return undefined;
    throw error;
  }
}
