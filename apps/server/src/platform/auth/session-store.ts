import { randomUUID } from 'node:crypto';
import type { Database } from '@postern/resource';
import { after, ago, earliest, fromNow, now } from '../database/moment.queries.ts';
import { tellLoginsEnded } from './live-logins.ts';
import type { LoginEnds } from './login-ends.ts';
import { randomToken, tokenHash } from './random.ts';

/** Browser sessions, in PostgreSQL so that every node knows them. The key in the cookie is stored as a hash only. */
export interface SessionRecord {
  id: string;
  userId: string | null;
  /** Value of the CSRF cookie while this session lasts. */
  csrf: string;
  data: Record<string, unknown>;
  publicKey: string | null;
  /** Encrypted. */
  privateKey: string | null;
  /** "Auto login" was ticked: the cookie outlives the browser. */
  keep: boolean;
  /** Seconds without a request after which it ends; of somebody's login, all that it can last. */
  age: number;
  dateCreated: Date;
  dateSeen: Date;
  expiresAt: Date;
}

/** A session together with the key that the cookie shall carry. */
export interface NewSession {
  key: string;
  record: SessionRecord;
}

export interface SessionOrigin {
  ip: string;
  userAgent: string;
}

declare module '@postern/resource/database' {
  interface Columns {
    'login_sessions.data': Record<string, unknown>;
  }
}

const COLUMNS = [
  'id',
  'user_id as userId',
  'csrf',
  'data',
  'public_key as publicKey',
  'private_key as privateKey',
  'keep',
  'age',
  'date_created as dateCreated',
  'date_seen as dateSeen',
  'expires_at as expiresAt',
] as const;
/** A request moves the end of a session at most this often. */
const TOUCH_MS = 60_000;

/** The live session of a cookie; undefined for unknown and expired ones. Somebody's login is held to the ends of this moment, whatever it was made with. */
export async function findSession(db: Database, key: string, ends: LoginEnds): Promise<SessionRecord | undefined> {
  if (key.length > 128) return undefined;
  return db
    .selectFrom('login_sessions')
    .select(COLUMNS)
    .where('key_hash', '=', tokenHash(key))
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('user_id', 'is', null),
        eb.and([eb('date_seen', '>', ago({ minutes: ends.idleMinutes })), eb('date_created', '>', ago({ hours: ends.maxHours }))]),
      ]),
    )
    .executeTakeFirst();
}

export async function createSession(
  db: Database,
  values: {
    userId: string | null;
    data: Record<string, unknown>;
    keep: boolean;
    age: number;
    /** Seconds without a request after which a login ends, if before its age. */
    idle?: number;
    publicKey?: string | null;
    privateKey?: string | null;
  },
  origin: SessionOrigin,
): Promise<NewSession> {
  const key = randomToken();
  const record = await db
    .insertInto('login_sessions')
    .values({
      id: randomUUID(),
      key_hash: tokenHash(key),
      csrf: randomToken(),
      user_id: values.userId,
      data: JSON.stringify(values.data),
      public_key: values.publicKey ?? null,
      private_key: values.privateKey ?? null,
      keep: values.keep,
      age: values.age,
      remote_addr: origin.ip.slice(0, 45),
      user_agent: origin.userAgent.slice(0, 254),
      expires_at: fromNow({ seconds: Math.min(values.age, values.idle ?? values.age) }),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { key, record };
}

export async function saveSessionData(db: Database, id: string, data: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('login_sessions')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute();
}

export async function saveSessionKeys(db: Database, id: string, publicKey: string, privateKey: string): Promise<void> {
  await db.updateTable('login_sessions').set({ public_key: publicKey, private_key: privateKey }).where('id', '=', id).execute();
}

/** Slides the end of the session, of a login no further than it may last in all; at most one write a minute. */
export async function touchSession(db: Database, record: SessionRecord, at: Date, ends: LoginEnds): Promise<void> {
  if (at.getTime() - record.dateSeen.getTime() < TOUCH_MS) return;
  await db
    .updateTable('login_sessions')
    .set({ date_seen: now, expires_at: record.userId === null ? fromNow({ seconds: record.age }) : endOfLogin(ends) })
    .where('id', '=', record.id)
    .execute();
}

/** When a login that is used now ends. */
const endOfLogin = ({ idleMinutes, maxHours }: LoginEnds) =>
  earliest(fromNow({ minutes: idleMinutes }), after('date_created', { hours: maxHours }));

export async function endSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('login_sessions').where('id', '=', id).execute();
}

/**
 * Ends all sessions of a user, save one; for a changed password, a blocked user, single-machine login. What was opened with them hears of it with the commit.
 * @returns how many there were
 */
export async function endSessionsOf(db: Database, userId: string, exceptId?: string): Promise<number> {
  const theirs = db.deleteFrom('login_sessions').where('user_id', '=', userId);
  const { numDeletedRows } = await (exceptId === undefined ? theirs : theirs.where('id', '<>', exceptId)).executeTakeFirst();
  if (numDeletedRows > 0n) await tellLoginsEnded(db, userId);
  return Number(numDeletedRows);
}

/** Removes what has expired: sessions, bearer tokens, counters, devices, signatures, id sets, log-in links and programs that waited. Run by the worker. */
export async function removeExpired(db: Database): Promise<void> {
  for (const table of [
    'login_sessions',
    'bearer_tokens',
    'login_counters',
    'known_devices',
    'used_signatures',
    'id_sets',
    'login_links',
    'device_logins',
  ] as const)
    await db.deleteFrom(table).where('expires_at', '<', now).execute();
}
