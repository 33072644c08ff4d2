import { readCookie, writeCookie } from '@postern/client/cookies';

/**
 * Cookie the server and other consoles know: 1 shows the assets of the node itself only (docs/behaviour/trees.md#node-menu,
 * docs/wire/assets.md#filters).
 */
const COOKIE = 'show_current_asset';
const YEAR = 365 * 86_400;

export const readDirectOnly = (): boolean => readCookie(COOKIE) === '1';
export const writeDirectOnly = (direct: boolean): void => writeCookie(COOKIE, direct ? '1' : '0', YEAR);
