/** Where a login leads. Only paths of our own origin are followed (open redirects). */

const HOME = '/ui/';

/** The first of the candidates that is a path on this origin, else the console. Backslashes and control characters are refused outright. */
export function nextAddress(origin: string, ...candidates: readonly (string | null | undefined)[]): string {
  for (const candidate of candidates) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends from URLs, so they could hide a second slash
    if (!candidate || !/^\/(?!\/)/.test(candidate) || /[\\\u0000-\u001f]/.test(candidate)) continue;
    const url = new URL(candidate, origin);
    if (url.origin === origin && !url.pathname.startsWith('/core/auth/')) return url.pathname + url.search + url.hash;
  }
  return HOME;
}
