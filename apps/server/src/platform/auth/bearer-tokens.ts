import { randomUUID } from 'node:crypto';
import type { Database } from '@postern/resource';
import { sql } from 'kysely';
import { db as typed } from '../database/db.ts';
import { randomText, tokenHash } from './random.ts';

/** A user may hold this many live tokens per address; the oldest goes when another is made. */
const MAX_PER_ADDRESS = 8;

/**
 * Mints a Bearer token of 36 letters and digits. The reference hands the same token out again to the same user and
 * address; tokens are stored as hashes here (DESIGN §8.7), so each login gets its own, and the number is bounded.
 * @param ttl seconds (setting TOKEN_EXPIRATION)
 * @param doorAddr address that made the call: a component's, when it logs somebody in who is at its door
 */
export async function mintBearerToken(
  db: Database,
  userId: string,
  remoteAddr: string,
  ttl: number,
  doorAddr = remoteAddr,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomText(36);
  const addr = remoteAddr.slice(0, 45);
  const { rows } = await sql<{ expires_at: Date }>`
    insert into bearer_tokens (id, token_hash, user_id, remote_addr, door_addr, expires_at)
    values (${randomUUID()}, ${tokenHash(token)}, ${userId}, ${addr}, ${doorAddr.slice(0, 45)}, now() + make_interval(secs => ${ttl}))
    returning expires_at`.execute(db);
  await sql`
    delete from bearer_tokens where id in (
      select id from bearer_tokens where user_id = ${userId} and remote_addr = ${addr} order by date_created desc, id offset ${MAX_PER_ADDRESS})`.execute(
    db,
  );
  return { token, expiresAt: rows[0]?.expires_at ?? new Date() };
}

/** Id of the token's user; undefined for unknown and expired tokens. */
export async function userOfBearerToken(db: Database, token: string): Promise<string | undefined> {
  if (!/^[A-Za-z0-9]{36}$/.test(token)) return undefined;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from bearer_tokens where token_hash = ${tokenHash(token)} and expires_at > now()`.execute(db);
  return rows[0]?.user_id;
}

/** Ends all tokens of a user. */
export async function revokeBearerTokens(db: Database, userId: string): Promise<void> {
  await typed({ tx: db }).deleteFrom('bearer_tokens').where('user_id', '=', userId).execute();
}
