import { jumpTarget } from '@postern/contract/ssh-config';
import type { Connection, ServerChannel } from 'ssh2';
import { type GrantSource, grantSource } from '../authorize/grant-source.ts';
import type { CoreClient } from '../core/decision.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import { refuseChannel, ssh2 } from '../ssh2.ts';
import { refusalText } from './channel-grant.ts';

/** Connections inside of one. */
const MAX_JUMPS = 64;
const MAX_NAME = 255;
/** Milliseconds a client has to log in inside: it has proved who it is. */
const LOGIN_MS = 20_000;

/** Somebody who is in and named no target. */
interface Jumper {
  user: string;
  username: string;
  ip: string;
  seated(connection: Connection, user: string, ip: string): boolean;
  serve(connection: Connection, opens: GrantSource): void;
}

interface JumpOptions {
  hostKey: string;
  core: CoreClient;
  /** Aborted when the gateway is about to stop. */
  leaving: AbortSignal;
  log: { info(data: object, message: string): void };
}

/**
 * `ssh -J`, `ProxyJump`: the way to `host:port` that a client asks for ends here, not at the host, in an SSH server of our own that it logs in to as the
 * account it wants there. So the session is judged and recorded like any other (docs/wire/components.md#names-at-the-ssh-door); a stream that went
 * on to the host would be read by nobody. The host is the name, address or id of an asset, with the ending or without it by which a client's
 * configuration knows the way here; the port is not looked at.
 */
export function serveJumps(
  outer: Connection,
  { user, username, ip, seated, serve }: Jumper,
  { hostKey, core, leaving, log }: JumpOptions,
): void {
  let open = 0;

  outer.on('tcpip', (accept, reject, { destIP }) => {
    const asset = jumpTarget(destIP);
    if (leaving.aborted) return refuseChannel(reject, 'prohibited', refusalText(new SessionRefusal('gateway_stopping'), 'en'));
    if (open >= MAX_JUMPS) return refuseChannel(reject, 'prohibited', 'too many connections');
    if (asset === '' || asset.length > MAX_NAME) return refuseChannel(reject, 'prohibited', 'no such asset');
    const channel: ServerChannel = accept();
    open += 1;
    channel.once('close', () => {
      open -= 1;
    });
    // Who says no more has gone: the library would wait for an end of the socket that a channel never has.
    channel.once('end', () => channel.close());
    const server = new ssh2.Server({ hostKeys: [hostKey], ident: 'Postern' }, (inner) => enter(inner, channel, asset));
    // The library reads no more of a socket than a stream has, beside its address.
    server.injectSocket(Object.assign(channel, { remoteAddress: ip }) as unknown as Parameters<typeof server.injectSocket>[0]);
  });

  function enter(inner: Connection, channel: ServerChannel, asset: string): void {
    let account = '';
    const late = setTimeout(() => channel.close(), LOGIN_MS);
    inner.once('close', () => clearTimeout(late));
    inner.on('error', (error) => log.info({ from: ip, why: error.message }, 'a connection inside of another failed'));
    inner.on('authentication', (context) => {
      // Who asks has logged in outside; the name says as which account. Nothing else is asked for, so nothing is ever taken as shown.
      if (context.method !== 'none' || context.username === '' || context.username.length > MAX_NAME) return context.reject(['none']);
      account = context.username;
      context.accept();
    });
    inner.on('ready', () => {
      clearTimeout(late);
      if (!seated(inner, user, ip)) return channel.close();
      serve(inner, grantSource({ kind: 'person', user, username, target: { account, asset, protocol: undefined } }, ip, core));
    });
  }
}
