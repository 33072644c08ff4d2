import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TerminalReturn, TerminalSessionData } from '@postern/contract/frames';
import type { WebSocket } from 'ws';
import type { PeopleEvents } from '../../carry/people.ts';
import type { TerminalClient, TerminalSession } from '../../carry/terminal-parts.ts';
import type { Lock } from '../../carry/viewers.ts';
import type { SessionEnd } from '../../pipeline/session-state.ts';
import type { Size } from '../../protocols/driver.ts';
import { frames } from '../frame-writer.ts';
import type { PageSocket } from '../page-socket.ts';
import type { OwnerSharing } from './owner-sharing.ts';
import type { Entitled } from './recheck.ts';
import type { Room } from './room.ts';
import { createUnheard } from './unheard.ts';

/** Bytes of input after which the page is told that they came, and milliseconds after which it is told anyway. */
const ACK_BYTES = 32 * 1024;
const ACK_MS = 500;

/** A socket somebody's page speaks over. */
export interface Line {
  page: PageSocket;
  socket: WebSocket;
  /** Whether the login that it was opened with still stands. */
  isStillLoggedIn: Entitled;
}

/**
 * A person's place in their session: it outlives the socket by which it was taken, for whoever comes back with the secret that this page
 * alone was told (docs/decisions/0100).
 */
export interface Seat {
  readonly client: TerminalClient;
  /** The session is there. */
  started(session: TerminalSession, sharing: OwnerSharing): void;
  /** What is asked about sharing it; undefined before there is one. */
  sharing(): OwnerSharing | undefined;
  /** The page that sits here now. */
  page(): PageSocket | undefined;
  input(bytes: Buffer): void;
  /** So many messages of input were more than is kept before there is a session. */
  passedOver(messages: number): void;
  resize(size: Size): void;
  /** The page has so many bytes of output. */
  heard(bytes: number): void;
  drained(): void;
  /** The person ends the session. */
  end(): void;
  closed(line: Line, reason: 'user_closed' | 'client_lost'): void;
  /** Takes the place over by another line. False when that is not the one who may. */
  comesBack(line: Line, user: string, size: Size, presented: TerminalReturn): boolean;
  isStillLoggedIn: Entitled;
}

const hashed = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** @param resumes whether the page knows how to come back; `known` hears under which session it can be found, and until when */
export function createSeat(
  owner: string,
  first: Line,
  resumes: boolean,
  room: Room,
  known: { found(session: string, seat: Seat): void; gone(session: string): void },
): Seat {
  const unheard = createUnheard(room.kept);
  let line: Line | undefined = first;
  let entitled = first.isStillLoggedIn;
  let session: TerminalSession | undefined;
  let sharing: OwnerSharing | undefined;
  /** Who is in the session, once it was shared: told again to a page that comes back. */
  let members: Parameters<PeopleEvents['all']>[0] | undefined;
  let about: Omit<TerminalSessionData, 'resume'> | undefined;
  let over: SessionEnd | undefined;
  let lock: Lock | undefined;
  let watchers: readonly string[] = [];
  /** When the gateway restarts, milliseconds. */
  let restart: number | undefined;
  let secret: Buffer | undefined;
  /** The socket holds as much as it may; the session was told to wait. */
  let behind = false;
  let blocked = false;
  /** Messages of input that came, and bytes of them that the page was not told of. */
  let taken = 0;
  let untold = 0;
  let telling: NodeJS.Timeout | undefined;
  let away: { timer: NodeJS.Timeout; leave: () => void } | undefined;

  function flow(): void {
    if (!blocked || behind || unheard.full()) return;
    blocked = false;
    session?.drained();
  }

  function tell(): void {
    clearTimeout(telling);
    telling = undefined;
    untold = 0;
    line?.page.out.text(frames.ack(line.page.id, taken));
  }

  /** A new secret for the next time; the one before is worth nothing from here. */
  function renewed(): TerminalSessionData['resume'] {
    const seconds = room.seconds();
    if (!resumes || seconds === 0) {
      secret = undefined;
      return undefined;
    }
    const text = randomBytes(32).toString('base64url');
    secret = hashed(text);
    return { secret: text, seconds, received: taken };
  }

  function warn(): void {
    if (line && restart !== undefined)
      line.page.out.text(frames.restart(line.page.id, Math.max(0, Math.round((restart - Date.now()) / 1000))));
  }

  function greet(to: PageSocket, back: boolean): void {
    if (about) to.out.text(frames.session(to.id, { ...about, resume: renewed() }));
    warn();
    if (members) to.out.text(frames.members(to.id, members));
    // What changed while it was away, it was not told.
    if (back) {
      to.out.text(frames.locked(to.id, lock));
      to.out.text(frames.watched(to.id, watchers));
    } else if (watchers.length > 0) to.out.text(frames.watched(to.id, watchers));
  }

  function gone(): void {
    if (about) known.gone(about.session.id);
    unheard.clear();
    clearTimeout(telling);
    if (!away) return;
    clearTimeout(away.timer);
    away.leave();
    away = undefined;
  }

  const seat: Seat = {
    client: {
      send(bytes) {
        if (resumes && !over) unheard.add(bytes);
        if (line && !line.page.out.bytes(bytes)) behind = true;
        if (behind || unheard.full()) blocked = true;
        return !blocked;
      },
      opened(info, actions, recording, limits) {
        about = { session: info, permission: { actions }, recording, ...limits };
        if (resumes) known.found(info.id, seat);
        if (line) greet(line.page, false);
      },
      // Pages count down by themselves.
      endNear: () => undefined,
      resumeInput: () => line?.socket.resume(),
      people: {
        joined: (member) => line?.page.out.text(frames.joined(line.page.id, member)),
        left: (member) => line?.page.out.text(frames.left(line.page.id, member)),
        all(now) {
          members = now;
          line?.page.out.text(frames.members(line.page.id, now));
        },
      },
      ...(resumes
        ? {
            locked(now: Lock | undefined) {
              lock = now;
              if (line) line.page.out.text(frames.locked(line.page.id, now));
            },
            watched(users: readonly string[]) {
              watchers = users;
              if (line) line.page.out.text(frames.watched(line.page.id, users));
            },
            restarting(seconds: number) {
              restart = Date.now() + seconds * 1000;
              warn();
            },
          }
        : {}),
      finish(end) {
        over = end;
        line?.page.finish(end);
        unheard.clear();
        // Whoever is away is told why when they come back in time; so is whose line is dead, which shows when it does not close in order.
        if (!line && !away) gone();
      },
    },
    started(begun, asking) {
      session = begun;
      sharing = asking;
    },
    sharing: () => sharing,
    page: () => line?.page,
    input(bytes) {
      taken += 1;
      if (session && !session.input(bytes)) line?.socket.pause();
      if (!resumes) return;
      untold += bytes.length;
      if (untold >= ACK_BYTES) tell();
      else telling ??= setTimeout(tell, ACK_MS);
    },
    passedOver(messages) {
      taken += messages;
    },
    resize: (size) => session?.resize(size),
    heard(bytes) {
      unheard.heard(bytes);
      flow();
    },
    drained() {
      behind = false;
      flow();
    },
    end: () => session?.end('user_closed'),
    closed(closing, reason) {
      if (closing !== line) return;
      line = undefined;
      behind = false;
      const seconds = room.seconds();
      const leave = reason === 'client_lost' && secret && seconds > 0 ? room.keep(owner) : undefined;
      if (!leave) {
        session?.end(reason);
        if (over) gone();
        return;
      }
      const timer = setTimeout(() => {
        if (over) gone();
        else session?.end('client_lost');
        if (away) gone();
      }, seconds * 1000);
      away = { timer, leave };
      if (!over) room.log.info({ session: about?.session.id, seconds }, 'the line to a page was lost, its session waits');
      flow();
    },
    comesBack(next, user, size, presented) {
      const right = secret !== undefined && timingSafeEqual(secret, hashed(presented.secret));
      if (!right || user !== owner) return false;
      if (over) {
        next.page.finish(over);
        line = undefined;
        secret = undefined;
        gone();
        return true;
      }
      const missed = unheard.after(presented.received);
      if (!missed) return false;
      if (away) {
        clearTimeout(away.timer);
        away.leave();
        away = undefined;
      }
      // The old line may not know yet that it is dead.
      line?.socket.terminate();
      line = next;
      entitled = next.isStillLoggedIn;
      behind = false;
      unheard.heard(presented.received);
      greet(next.page, true);
      for (const bytes of missed) if (!next.page.out.bytes(bytes)) behind = true;
      session?.resize(size);
      flow();
      return true;
    },
    isStillLoggedIn: (since) => entitled(since),
  };
  return seat;
}
