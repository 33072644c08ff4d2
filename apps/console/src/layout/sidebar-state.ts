import { readCookie, writeCookie } from '@postern/client/cookies';

const COOKIE = 'sidebarStatus';
const YEAR = 365 * 86_400;

/** The side menu is open unless the cookie says 0 (docs/behaviour/start-and-views.md#menu). */
export function isSidebarOpen(): boolean {
  return readCookie(COOKIE) !== '0';
}

export function rememberSidebar(open: boolean): void {
  writeCookie(COOKIE, open ? '1' : '0', YEAR);
}
