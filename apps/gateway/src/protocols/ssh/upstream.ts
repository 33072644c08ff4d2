import type { Client } from 'ssh2';
import type { Connection } from '../driver.ts';
import { isCut, leaveTarget, logIn } from './connect.ts';

/** Channels on one login: OpenSSH's servers take ten sessions at a time unless they are told otherwise (sshd_config, MaxSessions). */
const MAX_CHANNELS = 10;
/** Milliseconds a login without a channel is kept for the next one. */
const IDLE_MS = 60_000;

/** The login on a target that a channel runs on. */
export interface Upstream {
  client: Client;
  /** The channel is done with it. */
  disconnect(): void;
  /** Whether the connection to the target broke. */
  lost(): boolean;
}

interface SharedLogin {
  client: Client;
  channels: number;
  idle: NodeJS.Timeout | undefined;
}

/** Logins that sessions of one person's connection share. The first of them that needs one makes it for all. */
interface Share {
  logins: Set<SharedLogin>;
  opening: Promise<SharedLogin> | undefined;
}

const shares = new WeakMap<AbortSignal, Share>();

/**
 * Opens a channel on the target: on a login that the sessions of this person's connection share, as `ssh` itself does with its channels, or
 * on one of its own. A target that takes no further channel on a login is logged in to again.
 * @throws SessionRefusal as `logIn` and `open` throw it
 */
export async function openOnTarget<T>(
  connection: Connection,
  open: (client: Client) => Promise<T>,
): Promise<{ opened: T; upstream: Upstream }> {
  const { shared, machine } = connection;
  // Devices often take one channel a login, and end it all when asked for more.
  if (!shared || machine.device || shared.aborted) return openOn(own(await logIn(connection)), open);
  const share = shareOf(shared);
  for (const login of share.logins) {
    if (login.channels >= MAX_CHANNELS || isCut(login.client)) continue;
    const on = await openOn(use(share, login), open).catch(() => undefined);
    if (on) return on;
  }
  return openOn(use(share, await newLogin(share, connection, shared)), open);
}

async function openOn<T>(upstream: Upstream, open: (client: Client) => Promise<T>): Promise<{ opened: T; upstream: Upstream }> {
  try {
    return { opened: await open(upstream.client), upstream };
  } catch (error) {
    upstream.disconnect();
    throw error;
  }
}

const own = (client: Client): Upstream => ({ client, disconnect: () => leaveTarget(client), lost: () => isCut(client) });

function use(share: Share, login: SharedLogin): Upstream {
  let done = false;
  login.channels += 1;
  clearTimeout(login.idle);
  return {
    client: login.client,
    lost: () => isCut(login.client),
    disconnect() {
      if (done) return;
      done = true;
      login.channels -= 1;
      if (login.channels > 0) return;
      login.idle = setTimeout(() => {
        share.logins.delete(login);
        leaveTarget(login.client);
      }, IDLE_MS).unref();
    },
  };
}

function shareOf(shared: AbortSignal): Share {
  const known = shares.get(shared);
  if (known) return known;
  const share: Share = { logins: new Set(), opening: undefined };
  shares.set(shared, share);
  shared.addEventListener('abort', () => {
    for (const { client, idle } of share.logins) {
      clearTimeout(idle);
      leaveTarget(client);
    }
    share.logins.clear();
  });
  return share;
}

/** Several that need a login at once wait for one; when it fails, it may have been because its session left, so each tries for itself. */
async function newLogin(share: Share, connection: Connection, shared: AbortSignal): Promise<SharedLogin> {
  const waited = await share.opening?.catch(() => undefined);
  if (waited && waited.channels < MAX_CHANNELS) return waited;
  const opening = logIn(connection).then((client) => {
    const login: SharedLogin = { client, channels: 0, idle: undefined };
    if (shared.aborted) leaveTarget(client);
    else share.logins.add(login);
    client.once('close', () => share.logins.delete(login));
    return login;
  });
  share.opening = opening;
  try {
    return await opening;
  } finally {
    if (share.opening === opening) share.opening = undefined;
  }
}
