import type { Channel, Connection, SocketBindInfo, TcpipBindInfo } from 'ssh2';
import type { GrantSource } from '../authorize/grant-source.ts';
import type { TunnelSession, TunnelStart } from '../carry/tunnel-session.ts';
import { ForwardFailed, SessionRefusal } from '../pipeline/refusal.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import { plainText } from '../policy/plain-text.ts';
import type { Address, Place } from '../protocols/driver.ts';
import { disconnect, refuseChannel } from '../ssh2.ts';
import { refusalText } from './channel-grant.ts';
import type { Freezer } from './freezer.ts';

/** How forwarding begins. */
export interface ForwardStarts {
  /** Aborted when the gateway is about to stop. */
  leaving: AbortSignal;
  startTunnel(start: TunnelStart): TunnelSession;
}

/** The connection that forwards. */
interface ForwardsOf {
  opens: GrantSource;
  ip: string;
  over: AbortSignal;
  sessions: Set<LiveSession>;
  freezer: Freezer;
}

/** Said to who only forwards: a client without a channel is shown nothing else. */
export const STOPPING = refusalText(new SessionRefusal('gateway_stopping'), 'en');

/** Milliseconds a client may take to open what the target's listening brought. */
const CLIENT_MS = 10_000;

/**
 * Forwards of one connection (RFC 4254 §7, and sockets as in OpenSSH's file PROTOCOL): all of them are one session, which begins with the first. When that
 * ends while nothing else is open, so does the connection: a client that only forwards would not notice otherwise.
 */
export function serveForwards(connection: Connection, of: ForwardsOf, options: ForwardStarts): void {
  let begun: Promise<TunnelSession> | undefined;

  async function begin(): Promise<TunnelSession> {
    // Nobody is there to be told anything; who waits for an approval sees it on another channel, or in the list of tickets.
    const grant = await of.opens({ language: 'en', notice: () => undefined, signal: AbortSignal.any([of.over, options.leaving]) });
    const session = options.startTunnel({
      grant,
      remoteAddr: of.ip,
      shared: of.over,
      toClient: (at, from) => toClient(connection, at, from),
    });
    of.sessions.add(session);
    const place = of.freezer.join({ pause: () => session.freeze(true), resume: () => session.freeze(false) });
    void session.done
      .catch(() => undefined)
      .finally(() => {
        of.sessions.delete(session);
        place.leave();
        if (of.sessions.size > 0) return;
        if (options.leaving.aborted) disconnect(connection, STOPPING);
        else connection.end();
      });
    return session;
  }

  async function session(): Promise<TunnelSession> {
    // Before anything is spent on it.
    if (of.over.aborted) throw new SessionRefusal('login_ended');
    if (options.leaving.aborted) throw new SessionRefusal('gateway_stopping');
    await of.freezer.thawed(of.over);
    begun ??= begin().catch((error: unknown) => {
      // The next one asks again: rules, and what is there, may have changed.
      begun = undefined;
      throw error;
    });
    return begun;
  }

  const open = (to: Place, accept: () => Channel, reject: () => void) =>
    void session()
      .then((tunnel) => tunnel.open(to, accept))
      .catch((error: unknown) => refuse(reject, error));
  connection.on('tcpip', (accept, reject, { destIP, destPort }) => open({ address: destIP, port: destPort }, accept, reject));
  connection.on('openssh.streamlocal', (accept, reject, { socketPath }) => open({ path: socketPath }, accept as () => Channel, reject));
  connection.on('request', (accept, reject, name, info) => {
    const at = placeOf(name, info);
    if (!at) return reject?.();
    if (name.startsWith('cancel-')) {
      void begun?.then((tunnel) => tunnel.unlisten(at)).catch(() => undefined);
      return accept?.();
    }
    session()
      .then((tunnel) => tunnel.listen(at))
      .then(
        (port) => accept?.(port),
        () => reject?.(),
      );
  });
}

/** Whoever asked for a way hears why there is none. */
function refuse(reject: () => void, error: unknown): void {
  if (error instanceof ForwardFailed) refuseChannel(reject, error.prohibited ? 'prohibited' : 'unreachable', plainText(error.message));
  else refuseChannel(reject, 'prohibited', plainText(refusalText(error, 'en')));
}

function placeOf(name: string, info: TcpipBindInfo | SocketBindInfo): Place | undefined {
  if (name.endsWith('tcpip-forward') && 'bindPort' in info) return { address: info.bindAddr, port: info.bindPort };
  if (name.endsWith('streamlocal-forward@openssh.com') && 'socketPath' in info) return { path: info.socketPath };
  return undefined;
}

function toClient(connection: Connection, at: Place, from: Address | undefined): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('ETIMEDOUT')), CLIENT_MS);
    const opened = (error: Error | undefined, channel: Channel) => {
      clearTimeout(late);
      if (error) reject(error);
      else resolve(channel);
    };
    try {
      if ('path' in at) connection.openssh_forwardOutStreamLocal(at.path, opened);
      else connection.forwardOut(at.address, at.port, from?.address ?? '127.0.0.1', from?.port ?? 0, opened);
    } catch (error) {
      opened(error as Error, undefined as unknown as Channel);
    }
  });
}
