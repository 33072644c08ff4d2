import type { Reply } from '@postern/resource';

/**
 * A path of our own, or the fallback. Refuses other hosts in every spelling browsers accept: `//host`, `/\host`,
 * control characters, user info, encoded slashes at the start (CVE-2024-24763 and its kind).
 */
export function safePath(target: unknown, fallback = '/'): string {
  if (typeof target !== 'string' || target.length > 2048 || !target.startsWith('/')) return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them before they read the address
  if (/[\\\u0000-\u0020\u007f]/.test(target) || /^\/(\/|%2f|%5c)/i.test(target)) return fallback;
  const base = 'http://postern.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  if (url?.origin !== base || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The one way to redirect to an address that came from outside (DESIGN §8.6). */
export const redirectTo = (target: unknown, fallback = '/', status: 301 | 302 = 302): Reply => ({
  status,
  headers: { location: safePath(target, fallback) },
});
