import type { Socket } from 'node:net';
import { addressGroup, createFairSlots, createRateLimit } from '@postern/contract/bounds';

/** A client names its protocol at once (RFC 4253 §4.2); until it has, ssh2 does not tell us of it. */
const SILENT_MS = 10_000;
/** A connection that has shown nothing by then is cut: time for a person to find and type a password. */
const LOGIN_MS = 120_000;
/** One that has shown a first factor: time for a code, and for somebody to approve of the login. */
const PROVED_MS = 600_000;
/** One that waits for its person in a browser, where they may have to log in first. */
const BROWSER_MS = 300_000;
/** Those, in all and of one address: each asks the core again and again. */
const MAX_BROWSERS = 64;
const MAX_BROWSERS_EACH = 8;
/** Connections that have not logged in, in all and of one address. */
const MAX_UNKNOWN = 384;
const MAX_UNKNOWN_EACH = 64;
/** New connections of one address: each may cost an exchange of keys, on the thread that carries everybody's sessions. */
const ARRIVALS_PER_SECOND = 20;
const ARRIVALS_AT_ONCE = 128;
/** Logins of one person that cost the address from which they come nothing. Those beyond are paced by their address, as are those that fail. */
const LOGINS_PER_SECOND = 50;
const LOGINS_AT_ONCE = 256;
/** RFC 4253 §4.2 lets a server write lines before it names its protocol; clients show them. */
const BUSY = 'Too many connections from your address. Try again in a moment.\r\n';

export interface PreAuthConnection {
  /** A first factor was right; more is due. */
  proved(): void;
  /** Nothing is shown, and a browser is waited for. */
  browsing(): void;
  /** @param user who is in; nobody when there was no room for them */
  loggedIn(user?: string): void;
}

/**
 * Limit of connections that have not logged in. It never keeps a newcomer out: who has waited longest makes room (docs/decisions/0064). A flood is made of
 * connections that do not log in: one that does gives back what its address has spent on it (docs/decisions/0152).
 */
export interface PreAuthLimit {
  /** False when the connection was turned away. */
  admit(socket: Socket): boolean;
  /** The client of this address and port has named its protocol. */
  identified(ip: string, port: number): PreAuthConnection | undefined;
}

/** @param clock milliseconds, of any beginning */
export function createPreAuthLimit(clock: () => number = () => performance.now()): PreAuthLimit {
  const slots = createFairSlots(MAX_UNKNOWN, MAX_UNKNOWN_EACH);
  const browsers = createFairSlots(MAX_BROWSERS, MAX_BROWSERS_EACH);
  const arrivals = createRateLimit(ARRIVALS_PER_SECOND, ARRIVALS_AT_ONCE);
  const logins = createRateLimit(LOGINS_PER_SECOND, LOGINS_AT_ONCE);
  const connections = new Map<string, PreAuthConnection & { identified(): void }>();
  return {
    admit(socket) {
      const address = addressGroup(socket.remoteAddress ?? '');
      socket.on('error', () => undefined);
      const giveBack = arrivals.spend(address, clock());
      if (!giveBack) {
        socket.end(BUSY, () => socket.destroy());
        return false;
      }
      const key = `${socket.remoteAddress}:${socket.remotePort}`;
      const cut = () => void socket.destroy();
      const silent = setTimeout(cut, SILENT_MS);
      let late = setTimeout(cut, LOGIN_MS);
      const later = (ms: number) => {
        clearTimeout(late);
        late = setTimeout(cut, ms);
      };
      const leave = slots.take(address, cut);
      let leaveBrowsers: () => void = () => undefined;
      let over = false;
      const settled = () => {
        over = true;
        clearTimeout(silent);
        clearTimeout(late);
        leave();
        leaveBrowsers();
      };
      const loggedIn = (user?: string) => {
        settled();
        const now = clock();
        if (user !== undefined && logins.take(user, now)) giveBack(now);
      };
      // An answer of the core may come after the client has gone, or is in: no clock runs for them any more.
      const proved = () => {
        if (over) return;
        leaveBrowsers();
        later(PROVED_MS);
      };
      let asked = false;
      const browsing = () => {
        if (over) return;
        // Whoever asks for one link after the other gets no more time by it.
        if (!asked) later(BROWSER_MS);
        asked = true;
        leaveBrowsers();
        leaveBrowsers = browsers.take(address, cut);
      };
      connections.set(key, { identified: () => clearTimeout(silent), proved, browsing, loggedIn });
      socket.once('close', () => {
        settled();
        connections.delete(key);
      });
      return true;
    },
    identified(ip, port) {
      const connection = connections.get(`${ip}:${port}`);
      connection?.identified();
      return connection;
    },
  };
}
