import { readCookie, writeCookie } from '@postern/client/cookies';

/**
 * The session mark (docs/behaviour/start-and-views.md#session-mark): without it there is no session; `close` means it ends with the
 * browser and has to be renewed.
 */

const COOKIE = 'jms_session_expire';
const RENEW_MS = 10_000;
const LIFE_SECONDS = 120;
let timer: ReturnType<typeof setInterval> | undefined;

export function hasSessionMark(): boolean {
  return readCookie(COOKIE) !== undefined;
}

/** Renews a `close` mark every 10 s for 2 minutes, for as long as a page of the console is open. */
export function keepSessionAlive(): void {
  clearInterval(timer);
  if (readCookie(COOKIE) !== 'close') return;
  const renew = () => writeCookie(COOKIE, 'close', LIFE_SECONDS);
  renew();
  timer = setInterval(renew, RENEW_MS);
}
