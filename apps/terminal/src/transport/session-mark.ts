import { readCookie, writeCookie } from '@postern/client/cookies';

const MARK = 'jms_session_expire';
const REFRESH_MS = 10_000;
const LIFE_SECONDS = 120;

interface Place {
  pathname: string;
  search: string;
}

/** Address of the login page that comes back to this page. */
export function loginAddress(place: Place): string {
  return `/core/auth/login/?next=${encodeURIComponent(place.pathname + place.search)}`;
}

/**
 * Where to go without the mark. The session behind it may still live: the login page would send its owner straight back
 * here, again and again. It ends first (docs/wire/conventions.md#cookies: without the mark a page logs out), then the login page.
 */
export function freshLoginAddress(place: Place): string {
  return `/core/auth/logout/?next=${encodeURIComponent(place.pathname + place.search)}`;
}

/**
 * True when the browser holds the mark that says a login is alive (docs/behaviour/start-and-views.md#session-mark,
 * docs/behaviour/terminal.md#start).
 */
export function hasSessionMark(): boolean {
  return readCookie(MARK) !== undefined;
}

/** A login that ends with the browser: its mark lives two minutes and is renewed while a page is open. Returns the stop. */
export function keepSessionMark(): () => void {
  const renew = (): void => {
    if (readCookie(MARK) === 'close') writeCookie(MARK, 'close', LIFE_SECONDS);
  };
  renew();
  const timer = setInterval(renew, REFRESH_MS);
  return () => clearInterval(timer);
}
