/**
 * Cookies that pages share with the server (docs/wire/conventions.md#cookies). Every reader takes the cookie text, so it can be used outside a
 * browser.
 */

interface CookieHolder {
  document?: { cookie: string };
}

/** The cookie text of the page, or nothing outside a browser. */
export function pageCookies(): string {
  return (globalThis as CookieHolder).document?.cookie ?? '';
}

/** Value of one cookie, decoded, without the double quotes some servers wrap around it. Undefined when it is not set. */
export function readCookie(name: string, cookies: string = pageCookies()): string | undefined {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    return unquote(decode(part.slice(at + 1).trim()));
  }
  return undefined;
}

/** Writes a cookie for the whole site. `maxAge` in seconds; without it the cookie lives as long as the browser. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const page = (globalThis as CookieHolder).document;
  if (!page) return;
  const age = maxAge === undefined ? '' : `; Max-Age=${Math.round(maxAge)}`;
  page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}`;
}

/** Name of the CSRF cookie: a prefix, told by the cookie `SESSION_COOKIE_NAME_PREFIX`, and `csrftoken`. */
export function csrfCookieName(cookies: string = pageCookies()): string {
  const prefix = readCookie('SESSION_COOKIE_NAME_PREFIX', cookies) ?? '';
  return `${prefix === "''" ? '' : prefix}csrftoken`;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

/** Cookies of one conversation, outside a browser. */
export interface CookieJar {
  /** What goes into the header. */
  text(): string;
  /** Lines of `Set-Cookie`. */
  take(lines: readonly string[]): void;
}

const MAX_COOKIES = 16;
const MAX_COOKIE = 4096;

/** A jar for one origin: names and values only, in memory, bounded. A cookie goes with `Max-Age=0`, which is how the core ends one. */
export function createCookieJar(): CookieJar {
  const kept = new Map<string, string>();
  return {
    text: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take(lines) {
      for (const line of lines) {
        const [pair = '', ...attributes] = line.split(';');
        const at = pair.indexOf('=');
        if (at <= 0 || pair.length > MAX_COOKIE) continue;
        const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
        if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) kept.delete(name);
        else if (kept.has(name) || kept.size < MAX_COOKIES) kept.set(name, value);
      }
    },
  };
}
