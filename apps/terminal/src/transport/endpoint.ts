import type { Endpoint } from './api.ts';

/** The place of this page, as `window.location` gives it. */
export interface PagePlace {
  protocol: string;
  hostname: string;
  port: string;
}

/**
 * Base address of the gateway's sockets, `ws(s)://host[:port]`. Of the endpoint the core chose, an empty host means the
 * host of this page and port 0 the port of this page (docs/behaviour/terminal.md#gateway-of-a-session).
 */
export function socketBase(endpoint: Endpoint | null, page: PagePlace): string {
  const secure = page.protocol === 'https:';
  const host = endpoint?.host || page.hostname;
  const own = secure ? endpoint?.https_port : endpoint?.http_port;
  const port = own ? String(own) : page.port;
  const shown = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${secure ? 'wss' : 'ws'}://${shown}${port ? `:${port}` : ''}`;
}

/** Address of the socket of files of one's own session. */
export const filesUrl = (base: string, token: string, now: number): string =>
  `${base}/koko/ws/sftp/?${new URLSearchParams({ token, _: String(now) })}`;

/** Address of the terminal socket for one's own session (`token`) for watching one (`monitor`), or for one that is shared (`share`). */
export function terminalUrl(
  base: string,
  target: { token: string; options?: Readonly<Record<string, string>> } | { monitor: string } | { share: string },
  now: number,
): string {
  const query: Record<string, string> =
    'token' in target
      ? { ...target.options, token: target.token }
      : 'share' in target
        ? { type: 'share', target_id: target.share }
        : { type: 'monitor', target_id: target.monitor };
  return `${base}/koko/ws/terminal/?${new URLSearchParams({ ...query, _: String(now) })}`;
}

/** Address at which a page comes back to the session that it was given at another: says which, for whatever node answers, and nothing of a token. */
export const returnUrl = (address: string, session: string): string =>
  new URL(`/koko/ws/terminal/?${new URLSearchParams({ type: 'resume', target_id: session })}`, address).href;
