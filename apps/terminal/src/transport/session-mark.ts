import { readCookie, writeCookie } from '@postern/client/cookies';

const MARK = 'jms_session_expire';
const REFRESH_MS = 10_000;
const LIFE_SECONDS = 120;

/** Address of the login page that comes back to this page. */
export function loginAddress(place: { pathname: string; search: string }): string {
  return `/core/auth/login/?next=${encodeURIComponent(place.pathname + place.search)}`;
}

/** True when the browser holds the mark that says a login is alive (spec §2, screens/terminal-app §2). */
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
