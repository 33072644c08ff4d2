/** Where the link of a mail leads. */
export const RESET_PAGE = '/core/auth/password/reset/';

/**
 * The token this page was opened with; undefined on every other page, '' when there is none. It leaves the address bar at once, so
 * that neither history, screen nor referrer shows it, and lasts as long as this entry of the history: a change of language loads
 * the page again.
 */
export function takeToken(place: Location, history: History): string | undefined {
  if (!place.pathname.startsWith(RESET_PAGE)) return undefined;
  const given = new URLSearchParams(place.search).get('token');
  const kept: unknown = (history.state as { token?: unknown } | null)?.token;
  const token = given ?? (typeof kept === 'string' ? kept : '');
  history.replaceState({ token }, '', place.pathname);
  return token;
}

/** Forgets the token, once it has done its work or never will. */
export const dropToken = (history: History): void => history.replaceState(null, '', RESET_PAGE);
