import type { Channel } from 'ssh2';
import { isItself, reachable } from '../authorize/destinations.ts';
import type { SessionGrant } from '../authorize/grant.ts';
import { preparePipeline } from '../pipeline/pipeline.ts';
import { ForwardFailed } from '../pipeline/refusal.ts';
import type { LiveSession, SessionServices } from '../pipeline/session-services.ts';
import { ACCEPTED, type CommandDecision, NOT_ALLOWED } from '../policy/command-policy.ts';
import { plainText } from '../policy/plain-text.ts';
import type { Address, Connection, Driver, Place, Tunnels } from '../protocols/driver.ts';
import { createJournal } from './journal.ts';
import { type Spliced, splice } from './splice.ts';

const SCREEN = { cols: 80, rows: 24 };
/** Streams at once, and places on the target that it listens at. */
const MAX_STREAMS = 256;
const MAX_LISTENING = 32;
const MAX_PATH = 1024;

export interface TunnelStart {
  grant: SessionGrant;
  remoteAddr: string;
  /** Aborted with the person's connection. */
  shared: AbortSignal;
  /** Opens a channel to the person's client, which brings a stream from where the target listens to where they want it. */
  toClient(at: Place, from: Address | undefined): Promise<Channel>;
}

/** What one connection of a person forwards: many streams, one session. */
export interface TunnelSession extends LiveSession {
  /**
   * `-L` and `-D`: a stream of the person to somewhere.
   * @param accept opens their channel, when the other end is there
   * @throws ForwardFailed when it may not be, or is not reached
   */
  open(to: Place, accept: () => Channel): Promise<void>;
  /**
   * `-R`: has the target listen; answers the port.
   * @throws ForwardFailed
   */
  listen(at: Place): Promise<number>;
  unlisten(at: Place): void;
  /** Nothing of the person goes on to the target, until told otherwise. */
  freeze(on: boolean): void;
}

/** Forwards by the right to forward: each stream is judged by where it leads, and is told with its bytes, which are not ours to read. */
export function startTunnelSession({ grant, remoteAddr, shared, toClient }: TunnelStart, services: SessionServices): TunnelSession {
  const { secret } = grant;
  const pipeline = preparePipeline(
    // Who only forwards is shown no words.
    { grant, remoteAddr, language: 'en', loginFrom: 'ST', type: 'tunnel', shared },
    {
      // Rights are read anew for each stream; without the right to forward none goes on.
      onFilters: () => {
        if (!pipeline.allows('forward')) pipeline.dispatch({ type: 'end', reason: 'permission_removed' });
      },
      onGateway: ({ gateway, failed: why }) => note(`${gateway}${why === null ? '' : `: ${why}`}`),
    },
    services,
  );
  const { info, dispatch, session } = pipeline;
  const ready = Promise.withResolvers<Tunnels>();
  // Whoever asks hears of it; nobody has to.
  ready.promise.catch(() => undefined);
  const streams = new Set<Spliced>();
  /** Something else of the connection waits for an approval. */
  let frozen = false;
  let opening = 0;
  /** The gateway restarts: what goes on may end, nothing begins. */
  let draining = false;
  const listening = new Map<string, Place>();
  const journal = createJournal(info, dispatch, services.commandLog);

  const note = (text: string) => journal.say(`# ${plainText(text)}`);

  function failed(what: string, why: string, verdict: CommandDecision = ACCEPTED): never {
    note(`${what} (${why})`);
    journal.list(plainText(what), why, verdict);
    throw new ForwardFailed(why, verdict === NOT_ALLOWED);
  }

  /** Sockets of its file system are the asset itself. */
  const mayReach = (to: Place): boolean => 'path' in to || reachable(secret.asset.address, pipeline.destinations())(to);

  /** The target may listen for itself alone: nobody else gets a way to the person's machine by it. */
  const mayListen = (at: Place): boolean => 'path' in at || at.address === '' || isItself(at.address.toLowerCase());

  function judge(what: string, place: Place, allowed: boolean): void {
    if (pipeline.phase() === 'ended') throw new ForwardFailed('ended');
    if (draining) throw new ForwardFailed('the gateway is stopping', true);
    if ('path' in place && place.path.length > MAX_PATH) throw new ForwardFailed('too long');
    if (!pipeline.allows('forward') || !allowed) failed(what, 'not permitted', NOT_ALLOWED);
    if (streams.size + opening >= MAX_STREAMS) failed(what, 'too many');
  }

  function join(what: string, channel: Channel, far: Parameters<typeof splice>[1]): void {
    const startedAt = Date.now();
    const bytes = { in: 0, out: 0 };
    note(what);
    const stream = splice(channel, far, {
      moved(way, count) {
        bytes[way] += count;
        dispatch({ type: 'input', at: Date.now() });
      },
      done() {
        streams.delete(stream);
        const how = `${bytes.in} B in · ${bytes.out} B out`;
        note(`${what} · ${how}`);
        journal.list(plainText(what), how, ACCEPTED, startedAt);
        endDrained();
      },
    });
    streams.add(stream);
    if (frozen) stream.pause();
    if (pipeline.phase() === 'ended') stream.destroy();
  }

  function endDrained(): void {
    if (draining && streams.size + opening === 0) pipeline.dispatch({ type: 'end', reason: 'gateway_stopping' });
  }

  const onConnection = (at: Place, from: Address | undefined, accept: () => Parameters<typeof splice>[1], reject: () => void) => {
    const what = `accept ${placeName(at)}`;
    if (streams.size >= MAX_STREAMS || pipeline.phase() === 'ended' || draining) return reject();
    toClient(at, from).then(
      (channel) => join(what, channel, accept()),
      () => reject(),
    );
  };

  const done = pipeline.run<Tunnels>({
    opens: ({ tunnels }: Driver) =>
      tunnels && ((connection: Connection) => tunnels(connection, { onConnection, onEnd: pipeline.targetEnded })),
    size: () => SCREEN,
    recording(started) {
      journal.into(started);
      note('forwarding');
    },
    recorderDrained: () => undefined,
    carry: ready.resolve,
    leave(end) {
      ready.reject(new ForwardFailed(end.reason));
      pipeline.leaving.abort();
      for (const stream of streams) stream.destroy();
    },
    async last() {
      for (const stream of streams) stream.destroy();
    },
  });

  return {
    ...session,
    done,
    restarting() {
      draining = true;
      endDrained();
    },
    async open(to, accept) {
      const what = `forward ${placeName(to)}`;
      judge(what, to, mayReach(to));
      opening += 1;
      try {
        const tunnels = await ready.promise;
        const far = await tunnels.open(to).catch((error: Error) => failed(what, error.message));
        join(what, accept(), far);
      } finally {
        opening -= 1;
        endDrained();
      }
    },
    freeze(on) {
      frozen = on;
      for (const stream of streams) {
        if (on) stream.pause();
        else stream.resume();
      }
    },
    async listen(at) {
      const what = `listen ${placeName(at)}`;
      judge(what, at, mayListen(at));
      if (listening.size >= MAX_LISTENING) failed(what, 'too many');
      const tunnels = await ready.promise;
      const port = await tunnels.listen(at).catch((error: Error) => failed(what, error.message));
      // Taken back by the port that it got.
      const got = 'path' in at ? at : { ...at, port };
      listening.set(placeName(got), got);
      note(`${what}${port > 0 ? ` · ${port}` : ''}`);
      journal.list(plainText(what), port > 0 ? String(port) : '', ACCEPTED);
      return port;
    },
    unlisten(at) {
      if (!listening.delete(placeName(at))) return;
      note(`no longer ${placeName(at)}`);
      ready.promise.then((tunnels) => tunnels.unlisten(at)).catch(() => undefined);
    },
  };
}

/** A place as `ssh` writes it. */
const placeName = (place: Place): string => ('path' in place ? place.path : `${place.address}:${place.port}`);
