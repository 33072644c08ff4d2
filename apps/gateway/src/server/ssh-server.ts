import { createServer, type Server, type Socket } from 'node:net';
import { createSlots } from '@postern/contract/bounds';
import { type GrantSource, grantSource } from '../authorize/grant-source.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import { ssh2 } from '../ssh2.ts';
import { createPreAuthLimit } from './pre-auth-limit.ts';
import { type SessionStarts, serveChannel } from './ssh-channel.ts';
import { type SshLoginOptions, serveLogin } from './ssh-login.ts';

/** Logged in. One person's many are bounded, too: each costs keys, buffers and a place here. */
const MAX_CONNECTIONS = 8_192;
const MAX_CONNECTIONS_EACH = 512;
/** Channels one connection may have open. */
const MAX_CHANNELS = 64;

export interface SshServerOptions extends SshLoginOptions, SessionStarts {
  hostKey: string;
}

/**
 * The SSH server for native clients (docs/wire/components.md#native-clients). Who came in has one grant a connection, from their token or for
 * the target that they named, and it carries every channel, each a session of its own; channels other than sessions are refused.
 */
export function createSshServer(options: SshServerOptions): Server {
  const preAuth = createPreAuthLimit();
  const people = createSlots(MAX_CONNECTIONS, MAX_CONNECTIONS_EACH);
  const ssh = new ssh2.Server({ hostKeys: [options.hostKey], ident: 'Postern' }, (connection, { ip: peer, port }) => {
    const unknown = preAuth.identified(peer, port);
    // A dual-stack socket writes IPv4 peers as IPv6 (RFC 4291 §2.5.5.2).
    const ip = peer.replace(/^::ffff:/i, '');
    let opens: GrantSource | undefined;
    let leave: (() => void) | undefined;
    const sessions = new Set<LiveSession>();
    const waiting = new Set<object>();
    const over = new AbortController();

    serveLogin(connection, ip, options, {
      proved: () => unknown?.proved(),
      entered(who) {
        leave = people.take(who.user);
        if (!leave) options.log.warn({ from: ip, user: who.user }, 'too many native connections');
        else opens = grantSource(who, ip, options.core);
        return leave !== undefined;
      },
    });
    connection.on('ready', () => {
      unknown?.loggedIn();
      connection.on('session', (accept, reject) => {
        if (!opens || sessions.size + waiting.size >= MAX_CHANNELS) reject();
        else serveChannel(accept(), { opens, ip, sessions, waiting, over: over.signal }, options);
      });
      // Nothing is forwarded in either direction: it would pass beside recording and policy.
      connection.on('tcpip', (_accept, reject) => reject());
      connection.on('openssh.streamlocal', (_accept, reject) => reject());
      connection.on('request', (_accept, reject) => reject?.());
    });
    connection.on('error', (error) => options.log.info({ from: ip, why: error.message }, 'a native connection failed'));
    connection.once('close', () => {
      leave?.();
      for (const session of sessions) session.end('client_lost');
      over.abort();
    });
  });

  // Peers that vanished without a word are found out by the system.
  return createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket: Socket) => {
    if (preAuth.admit(socket)) ssh.injectSocket(socket);
  });
}
