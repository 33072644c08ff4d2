/** Cookies of the wire (docs/wire/conventions.md#cookies). */

export interface CookieOptions {
  /** Seconds; absent for a cookie that ends with the browser. */
  maxAge?: number;
  httpOnly?: boolean;
  secure: boolean;
}

/** Characters that stand for themselves in a cookie (RFC 6265 §4.1.1), without the percent sign, which readers decode. */
const PLAIN = /^[\x21\x23\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

export function serializeCookie(name: string, value: string, { maxAge, httpOnly = false, secure }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${Math.round(maxAge)}`;
  return `${name}=${PLAIN.test(value) ? value : encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`;
}

function decode(text: string): string {
  const bare = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

/** All cookies of a request; the first of a name counts. Headers are bounded by Node (16 KiB). */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !found.has(name)) found.set(name, decode(part.slice(at + 1).trim()));
  }
  return found;
}

export interface CookieNames {
  session: string;
  csrf: string;
  device: string;
}
export const cookieNames = (prefix: string): CookieNames => ({
  session: `${prefix}sessionid`,
  csrf: `${prefix}csrftoken`,
  device: `${prefix}device`,
});

export const PREFIX_COOKIE = 'SESSION_COOKIE_NAME_PREFIX';
export const PUBLIC_KEY_COOKIE = 'jms_public_key';
export const EXPIRE_COOKIE = 'jms_session_expire';
export const LANGUAGE_COOKIE = 'django_language';
export const ORG_COOKIE = 'X-JMS-ORG';
/** Seconds the CSRF cookie is kept. */
export const CSRF_AGE = 31_449_600;
