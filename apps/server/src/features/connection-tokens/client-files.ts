/** What native clients are started with (docs/wire/authentication.md). Nothing in here is a secret of the target. */

/** Longest value of one key; more than any name that is meant. */
const MAX_VALUE = 512;

/** One line of text: what a person wrote must not become a key of its own, whatever its program takes for the end of a line. */
const oneLine = (value: string): string =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, MAX_VALUE);

/** Bytes of a name once it is encoded, so that it fits headers and file systems. */
const MAX_NAME = 180;

/** Name of the file, without its ending, in characters that neither a header nor a path gives a meaning to. */
export function fileName(username: string, asset: string): string {
  const plain = (part: string): string => oneLine(part).replace(/[/\\.]/g, '_');
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  let kept = [...`${plain(username)}-${plain(asset)}`].map((one) => (one.isWellFormed() ? one : '_'));
  while (encode(kept.join('')).length > MAX_NAME) kept = kept.slice(0, -1);
  return `${encode(kept.join(''))}-jumpserver`;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** What a person wants of the window of a remote desktop. */
interface Window {
  fullScreen: boolean;
  /** Of a size that does not change; as large as it fits without. */
  size: { width: number; height: number } | undefined;
  drives: boolean;
}

const SIDES = { min: 200, max: 8192 };
const YES: ReadonlySet<string | undefined> = new Set(['1', 'true', 'True']);
const side = (value: string | undefined): number | undefined => {
  const found = /^\d{1,5}$/.test(value ?? '') ? Number(value) : 0;
  return found >= SIDES.min && found <= SIDES.max ? found : undefined;
};

/** Reads the query; a size that no screen has is none. */
export function windowOf(query: Readonly<Record<string, string>>): Window {
  const [width, height] = [side(query.width), side(query.height)];
  return {
    fullScreen: YES.has(query.full_screen),
    size: width && height ? { width, height } : undefined,
    drives: YES.has(query.drives_redirect),
  };
}

export interface Desktop {
  host: string;
  port: number;
  /** Of the person, with the id of the token behind it: what a gateway for such clients is logged in to with. */
  username: string;
  tokenId: string;
  window: Window;
  /** The session of an administrator, where the platform says so. */
  console: boolean;
  /** Keys of the application that it shows, where it is no desktop. */
  remoteApp?: Readonly<Record<string, string>>;
}

/** Keys that are the same in every file. */
const FIXED: Readonly<Record<string, string>> = {
  'use multimon:i': '0',
  'session bpp:i': '32',
  'audiomode:i': '0',
  'disable wallpaper:i': '0',
  'disable full window drag:i': '0',
  'disable menu anims:i': '0',
  'disable themes:i': '0',
  'disable cursor setting:i': '0',
  'allow font smoothing:i': '1',
  'allow desktop composition:i': '1',
  'authentication level:i': '2',
  'prompt for credentials on client:i': '0',
  'redirectprinters:i': '0',
  'autoreconnection enabled:i': '1',
  'bookmarktype:i': '3',
  'smart sizing:i': '1',
};

/** What a host has to start for whom, and what it exchanges to learn the rest. */
interface RemoteApp {
  app: string;
  userId: string;
  assetId: string;
  tokenId: string;
}

/** Program of the agent on every host, which starts the application. */
const AGENT_PROGRAM = '||tinker';

/** Keys of a remote desktop that shows one application (docs/wire/components.md#remote-applications). */
export function remoteAppOption({ app, userId, assetId, tokenId }: RemoteApp): Record<string, string> {
  const asked = JSON.stringify({ app_name: app, user_id: userId, asset_id: assetId, token_id: tokenId });
  return {
    'remoteapplicationmode:i': '1',
    'remoteapplicationprogram:s': AGENT_PROGRAM,
    'remoteapplicationname:s': AGENT_PROGRAM,
    'alternate shell:s': AGENT_PROGRAM,
    'remoteapplicationcmdline:s': Buffer.from(asked).toString('base64'),
    'disableconnectionsharing:i': '1',
  };
}

/** The file that a client for remote desktops opens: `key:type:value`, a line for each. */
export function rdpFile({ host, port, username, tokenId, window, console, remoteApp }: Desktop): string {
  const { size } = window;
  const keys: Record<string, string> = {
    'full address:s': `${bracketed(host)}:${port}`,
    'username:s': `${username}|${tokenId}`,
    'screen mode id:i': window.fullScreen ? '2' : '1',
    ...FIXED,
    ...(size && {
      'desktopwidth:i': String(size.width),
      'desktopheight:i': String(size.height),
      'winposstr:s': `0,1,0,0,${size.width},${size.height}`,
      'dynamic resolution:i': '0',
    }),
    ...(window.drives && { 'drivestoredirect:s': '*' }),
    ...(console && { 'administrative session:i': '1' }),
    ...remoteApp,
  };
  return Object.entries(keys)
    .map(([key, value]) => `${key}:${oneLine(value)}\n`)
    .join('');
}

/** Where and with what a terminal client logs in. */
interface Login {
  host: string;
  port: number;
  tokenId: string;
  value: string;
}

/** What starts a native client; nothing for those that are started by hand or in the browser. `JMS-` and the id are the name of a login by token. */
export function launchCommand(method: string, { host, port, tokenId, value }: Login): string {
  const name = `JMS-${tokenId}`;
  switch (method) {
    case 'ssh':
      return `ssh ${name}@${host} -p ${port}`;
    case 'putty':
      return `putty.exe -ssh ${name}@${host} -P ${port}`;
    case 'xshell':
      return `xshell.exe -url ssh://${name}:${value}@${bracketed(host)}:${port}`;
    default:
      return '';
  }
}
