import { createServer, type Server, type Socket } from 'node:net';
import { createSlots } from '@postern/contract/bounds';
import { render } from '@postern/contract/text';
import type { Connection } from 'ssh2';
import { type Entered, type GrantSource, grantSource, targetChooser } from '../authorize/grant-source.ts';
import type { LoginWatch } from '../core/login-watch.ts';
import { MESSAGES } from '../messages.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import { disconnect, refuseChannel, remark, ssh2 } from '../ssh2.ts';
import { openAgentChannel } from './agent-channel.ts';
import { refusalText } from './channel-grant.ts';
import { createFreezer } from './freezer.ts';
import { createPreAuthLimit } from './pre-auth-limit.ts';
import { type MenuOf, type SessionStarts, serveChannel } from './ssh-channel.ts';
import { type ForwardStarts, STOPPING, serveForwards } from './ssh-forwards.ts';
import { serveJumps } from './ssh-jump.ts';
import { type SshLoginOptions, serveLogin } from './ssh-login.ts';

/** Logged in. One person's many are bounded, too: each costs keys, buffers and a place here. */
const MAX_CONNECTIONS = 8_192;
const MAX_CONNECTIONS_EACH = 512;
/** Milliseconds in which a client takes what it is told at the end of its login. */
const LAST_WORDS_MS = 5_000;
/** Channels one connection may have open. */
const MAX_CHANNELS = 64;

export interface SshServerOptions extends SshLoginOptions, SessionStarts, ForwardStarts {
  hostKey: string;
  /** Seconds that a gateway that is about to stop leaves to what goes on. */
  drainSeconds: number;
  logins: Pick<LoginWatch, 'follow'>;
}

/**
 * The SSH server for native clients (docs/wire/components.md#native-clients). Who came in has one grant a connection, from their token or for
 * the target that they named, and it carries every channel, each a session of its own; what it forwards is one more. Who named no
 * target gets through to those that they may use, each a connection of its own inside of theirs, or chooses from a menu.
 */
export function createSshServer(options: SshServerOptions): Server {
  const preAuth = createPreAuthLimit();
  const people = createSlots(MAX_CONNECTIONS, MAX_CONNECTIONS_EACH);

  /** A place for somebody who is in, kept until the connection closes; false when there is none. */
  function seated(connection: Connection, user: string, ip: string): boolean {
    const leave = people.take(user);
    if (leave) connection.once('close', leave);
    else options.log.warn({ from: ip, user }, 'too many native connections');
    return leave !== undefined;
  }

  const ssh = new ssh2.Server({ hostKeys: [options.hostKey], ident: 'Postern' }, (connection, { ip: peer, port }) => {
    const unknown = preAuth.identified(peer, port);
    // A dual-stack socket writes IPv4 peers as IPv6 (RFC 4291 §2.5.5.2).
    const ip = peer.replace(/^::ffff:/i, '');
    let who: Entered | undefined;
    /** Aborted when the login by which they are here has ended. */
    const ended = new AbortController();

    serveLogin(connection, ip, options, {
      proved: () => unknown?.proved(),
      browsing: () => unknown?.browsing(),
      entered(someone) {
        if (!seated(connection, someone.user, ip)) return false;
        who = someone;
        if (someone.kind === 'person')
          connection.once(
            'close',
            options.logins.follow(someone.user, someone.login, () => ended.abort()),
          );
        return true;
      },
    });
    connection.on('ready', () => {
      unknown?.loggedIn(who?.user);
      if (!who) return connection.end();
      const opens = grantSource(who, ip, options.core);
      const here = { ip, ended: ended.signal };
      if (who.kind === 'token' || who.target) return serve(connection, opens, here, { forwards: true });
      serveJumps(connection, { ...who, ip, seated, serve: (inner, grants) => serve(inner, grants, here, { forwards: true }) }, options);
      serve(connection, opens, here, {
        forwards: false,
        menu: { user: who.user, ended: ended.signal, to: targetChooser(who, ip, options.core) },
      });
    });
    connection.on('error', (error) => options.log.info({ from: ip, why: error.message }, 'a native connection failed'));
  });

  /** @param with `forwards`: there is a target to forward by; `menu`: whose, where there is none yet */
  function serve(
    connection: Connection,
    opens: GrantSource,
    { ip, ended }: { ip: string; ended: AbortSignal },
    { forwards, menu }: { forwards: boolean; menu?: MenuOf },
  ): void {
    const sessions = new Set<LiveSession>();
    const waiting = new Set<object>();
    const freezer = createFreezer();
    const over = new AbortController();
    connection.on('session', (accept, reject) => {
      if (ended.aborted) refuseChannel(reject, 'prohibited', refusalText(new SessionRefusal('login_ended'), 'en'));
      else if (options.leaving.aborted) refuseChannel(reject, 'prohibited', STOPPING);
      else if (sessions.size + waiting.size >= MAX_CHANNELS) refuseChannel(reject, 'prohibited', 'too many channels');
      else
        serveChannel(
          accept(),
          {
            opens,
            ip,
            sessions,
            waiting,
            menu,
            over: over.signal,
            freezer: forwards ? freezer : undefined,
            agent: () => openAgentChannel(connection),
          },
          options,
        );
    });
    if (forwards) serveForwards(connection, { opens, ip, over: over.signal, sessions, freezer }, options);
    // Sessions and menus say why they end, and clients leave when nothing is open; one that stays for its forwards, or for nothing, is sent away.
    const leave = (): void => {
      const toSay = sessions.size + waiting.size > 0;
      for (const session of sessions) session.end('login_ended');
      over.abort();
      const late = setTimeout(() => connection.end(), toSay ? LAST_WORDS_MS : 0);
      connection.once('close', () => clearTimeout(late));
    };
    if (ended.aborted) leave();
    else ended.addEventListener('abort', leave, { once: true });
    // Channels are told on themselves. Forwards have none, and end with their last stream; where nothing goes on the client may go elsewhere at once.
    const restart = (): void => {
      if (sessions.size + waiting.size === 0) disconnect(connection, STOPPING);
      else remark(connection, render(MESSAGES.gateway_restarts, 'en', { seconds: options.drainSeconds }));
    };
    if (forwards) options.leaving.addEventListener('abort', restart, { once: true });
    connection.once('close', () => {
      ended.removeEventListener('abort', leave);
      options.leaving.removeEventListener('abort', restart);
      for (const session of sessions) session.end('client_lost');
      over.abort();
    });
  }

  // Peers that vanished without a word are found out by the system.
  return createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket: Socket) => {
    if (preAuth.admit(socket)) ssh.injectSocket(socket);
  });
}
