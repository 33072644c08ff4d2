import type { Reply } from '@postern/resource';

/** A start that reads as another host once decoded, also with the control characters that browsers drop in between. */
const HOSTLIKE = /^(\/|%2f)(%0[0-9a-f]|%20)*(\/|%2f|\\|%5c)/i;

/**
 * A path of our own, or the fallback. Refuses other hosts in every spelling browsers accept: `//host`, `/\host`,
 * control characters, user info, encoded slashes at the start (CVE-2024-24763 and its kind).
 */
export function safePath(target: unknown, fallback = '/'): string {
  if (typeof target !== 'string' || target.length > 2048 || !target.startsWith('/')) return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them before they read the address
  if (/[\\\u0000-\u0020\u007f]/.test(target)) return fallback;
  const base = 'http://postern.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  // Looked at again as the browser will see it: `/%2e/%2fhost` has become `/%2fhost`, which a decoding proxy reads as `//host`.
  if (url?.origin !== base || HOSTLIKE.test(target) || HOSTLIKE.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The one way to redirect to an address that came from outside. */
export const redirectTo = (target: unknown, fallback = '/', status: 301 | 302 = 302): Reply => ({
  status,
  headers: { location: safePath(target, fallback) },
});
