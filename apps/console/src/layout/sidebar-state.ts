import { readCookie, writeCookie } from '@postern/client/cookies';

const COOKIE = 'sidebarStatus';
const YEAR = 365 * 86_400;

/** The side menu is open unless the cookie says 0 (spec §2 "Shell"). */
export function isSidebarOpen(): boolean {
  return readCookie(COOKIE) !== '0';
}

export function rememberSidebar(open: boolean): void {
  writeCookie(COOKIE, open ? '1' : '0', YEAR);
}
