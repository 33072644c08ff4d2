import type { Context, Database, Session } from '@postern/resource';
import type { LoginEnds } from './login-ends.ts';
import { createSession, endSession, endSessionsOf, type NewSession, type SessionRecord } from './session-store.ts';

/** The session behind one request, as the HTTP layer and the features both work on it. */
export interface RequestSession {
  record: SessionRecord | undefined;
  /** Data as it was read, to see whether it has changed. */
  before: string;
  /** Set when the cookie has to change: a new key, or null to remove it. */
  newKey: string | null | undefined;
  /** The page asked by itself, and nobody has touched it for a while: no use of the login. */
  unattended: boolean;
  /** A login happened during this request: the keep-alive cookie is due. */
  loggedIn: boolean;
  /** What the cookie of the device says, and what it shall say from now on. */
  device: { token: string | undefined; next?: string };
}

/** Seconds a session lives that belongs to nobody yet (docs/wire/authentication.md#how-a-login-goes). */
const ANONYMOUS_AGE = 600;

/** Copies of a context share `origin`, so the request's session is found through it. */
const sessions = new WeakMap<object, RequestSession>();

export function attachSession(ctx: Context, session: RequestSession): void {
  sessions.set(ctx.origin, session);
}

function sessionOf(ctx: Context): RequestSession {
  const found = sessions.get(ctx.origin);
  if (!found) throw new Error('This context has no browser behind it');
  return found;
}

/** The token of this browser, when it has one; programs and contexts without a request have none. */
export const deviceToken = (ctx: Context): string | undefined => sessions.get(ctx.origin)?.device.token;

/** Has the answer give the browser this token. */
export function giveDeviceToken(ctx: Context, token: string): void {
  sessionOf(ctx).device.next = token;
}

function adopt(ctx: Context, { key, record }: NewSession): Session {
  const state = sessionOf(ctx);
  state.record = record;
  state.before = JSON.stringify(record.data);
  state.newKey = key;
  const session: Session = { id: record.id, data: record.data };
  ctx.session = session;
  return session;
}

/** The session of this request; made when there is none, so that a login flow can keep its marks for 600 s. */
export async function ensureSession(ctx: Context): Promise<Session> {
  const { record } = sessionOf(ctx);
  if (record) return ctx.session ?? { id: record.id, data: record.data };
  return adopt(ctx, await createSession(ctx.tx, { userId: null, data: {}, keep: false, age: ANONYMOUS_AGE }, ctx.origin));
}

/** Whether this request is a use of the login, whatever the page says that sent it. */
export function noteUse(ctx: Context, used: boolean): void {
  const session = sessions.get(ctx.origin);
  if (session) session.unattended = !used;
}

/** Seconds until the login of this browser ends unless it is used, and until it ends however much it is used; undefined where no browser asks. */
export function loginLeft(ctx: Context, { idleMinutes, maxHours }: LoginEnds): { unused: number; total: number } | undefined {
  const record = sessions.get(ctx.origin)?.record;
  if (!record?.userId) return undefined;
  const left = (from: Date, seconds: number): number => Math.max(0, Math.floor((from.getTime() - ctx.clock().getTime()) / 1000) + seconds);
  return { unused: left(record.dateSeen, idleMinutes * 60), total: left(record.dateCreated, maxHours * 3_600) };
}

export interface LoginOptions {
  userId: string;
  /** "Auto login": the cookie outlives the browser. */
  keep: boolean;
  ends: LoginEnds;
  /** Marks that go on into the new session; everything else of the old one is dropped. */
  data: Record<string, unknown>;
}

/**
 * Makes the browser's session that of a user. Key and CSRF token are new, the old session ends: whoever planted it has
 * nothing. The transport key stays, so that forms already open still work.
 */
export async function startUserSession(ctx: Context, { userId, keep, ends, data }: LoginOptions): Promise<Session> {
  const state = sessionOf(ctx);
  const old = state.record;
  const made = await createSession(
    ctx.tx,
    {
      userId,
      data,
      keep,
      age: ends.maxHours * 3_600,
      idle: ends.idleMinutes * 60,
      publicKey: old?.publicKey ?? null,
      privateKey: old?.privateKey ?? null,
    },
    ctx.origin,
  );
  if (old) await endSession(ctx.tx, old.id);
  state.loggedIn = true;
  return adopt(ctx, made);
}

/** Ends the session of this request; the answer removes its cookie. */
export async function endUserSession(ctx: Context): Promise<void> {
  const state = sessionOf(ctx);
  if (state.record) await endSession(ctx.tx, state.record.id);
  state.record = undefined;
  state.newKey = null;
  ctx.session = null;
}

/** Ends the sessions of a user on all nodes, save the one of this request when it is theirs and `keepOwn` is set. */
export async function endOtherSessions(ctx: Context, db: Database, userId: string, keepOwn: boolean): Promise<number> {
  const own = keepOwn ? sessions.get(ctx.origin)?.record : undefined;
  return endSessionsOf(db, userId, own?.userId === userId ? own.id : undefined);
}
