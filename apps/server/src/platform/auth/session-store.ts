import { randomUUID } from 'node:crypto';
import type { Database } from '@postern/resource';
import { sql } from 'kysely';
import { randomToken, tokenHash } from './random.ts';

/** Browser sessions, in PostgreSQL so that every node knows them. The key in the cookie is stored as a hash only. */
export interface SessionRecord {
  id: string;
  userId: string | null;
  /** Value of the CSRF cookie while this session lasts. */
  csrf: string;
  data: Record<string, unknown>;
  publicKey: string | null;
  /** Sealed. */
  privateKey: string | null;
  /** "Auto login" was ticked: the cookie outlives the browser. */
  keep: boolean;
  /** Seconds without a request after which it ends. */
  age: number;
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

const COLUMNS = sql`id, user_id as "userId", csrf, data, public_key as "publicKey", private_key as "privateKey", keep, age,
  date_seen as "dateSeen", expires_at as "expiresAt"`;
/** A request moves the end of a session at most this often. */
const TOUCH_MS = 60_000;

/** The live session of a cookie; undefined for unknown and expired ones. */
export async function findSession(db: Database, key: string): Promise<SessionRecord | undefined> {
  if (key.length > 128) return undefined;
  const { rows } = await sql<SessionRecord>`
    select ${COLUMNS} from login_sessions where key_hash = ${tokenHash(key)} and expires_at > now()`.execute(db);
  return rows[0];
}

export async function createSession(
  db: Database,
  values: {
    userId: string | null;
    data: Record<string, unknown>;
    keep: boolean;
    age: number;
    publicKey?: string | null;
    privateKey?: string | null;
  },
  origin: SessionOrigin,
): Promise<NewSession> {
  const key = randomToken();
  const { rows } = await sql<SessionRecord>`
    insert into login_sessions (id, key_hash, csrf, user_id, data, public_key, private_key, keep, age, remote_addr, user_agent, expires_at)
    values (${randomUUID()}, ${tokenHash(key)}, ${randomToken()}, ${values.userId}, ${JSON.stringify(values.data)}::jsonb, ${values.publicKey ?? null},
      ${values.privateKey ?? null}, ${values.keep}, ${values.age}, ${origin.ip.slice(0, 45)}, ${origin.userAgent.slice(0, 254)},
      now() + make_interval(secs => ${values.age}))
    returning ${COLUMNS}`.execute(db);
  const record = rows[0];
  if (!record) throw new Error('The session was not stored');
  return { key, record };
}

export async function saveSessionData(db: Database, id: string, data: Record<string, unknown>): Promise<void> {
  await sql`update login_sessions set data = ${JSON.stringify(data)}::jsonb where id = ${id}`.execute(db);
}

export async function saveSessionKeys(db: Database, id: string, publicKey: string, privateKey: string): Promise<void> {
  await sql`update login_sessions set public_key = ${publicKey}, private_key = ${privateKey} where id = ${id}`.execute(db);
}

/** Slides the end of the session; at most one write a minute. */
export async function touchSession(db: Database, record: SessionRecord, now: Date): Promise<void> {
  if (now.getTime() - record.dateSeen.getTime() < TOUCH_MS) return;
  await sql`
    update login_sessions set date_seen = now(), expires_at = now() + make_interval(secs => ${record.age}) where id = ${record.id}`.execute(
    db,
  );
}

export async function endSession(db: Database, id: string): Promise<void> {
  await sql`delete from login_sessions where id = ${id}`.execute(db);
}

/** Ends all sessions of a user, save one; for a changed password, a blocked user, single-machine login. Answers how many. */
export async function endSessionsOf(db: Database, userId: string, exceptId?: string): Promise<number> {
  const result = await sql`delete from login_sessions where user_id = ${userId} and id is distinct from ${exceptId ?? null}::uuid`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

/** Removes what has expired: sessions, bearer tokens, counters, devices, signatures and id sets. Run by the worker. */
export async function removeExpired(db: Database): Promise<void> {
  await sql`delete from login_sessions where expires_at < now()`.execute(db);
  await sql`delete from bearer_tokens where expires_at < now()`.execute(db);
  await sql`delete from login_counters where expires_at < now()`.execute(db);
  await sql`delete from known_devices where expires_at < now()`.execute(db);
  await sql`delete from used_signatures where expires_at < now()`.execute(db);
  await sql`delete from id_sets where expires_at < now()`.execute(db);
}
