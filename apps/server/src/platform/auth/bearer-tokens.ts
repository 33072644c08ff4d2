import { randomUUID } from 'node:crypto';
import type { Context, Database } from '@postern/resource';
import { sql } from 'kysely';
import { db as typed } from '../database/db.ts';
import { randomText, textOfBytes, tokenHash } from './random.ts';

/** Live tokens that a user may hold per address and door; the next login there gets the newest of them again. */
const MAX_PER_ADDRESS = 8;

interface Minted {
  token: string;
  expiresAt: Date;
}

/**
 * Stores a Bearer token of 36 letters and digits, as a hash.
 * @param ttl seconds (setting TOKEN_EXPIRATION)
 * @param doorAddr address that made the call: a component's, when it logs somebody in who is at its door
 */
export async function mintBearerToken(
  db: Database,
  userId: string,
  remoteAddr: string,
  ttl: number,
  doorAddr = remoteAddr,
  made: { id: string; token: string } = { id: randomUUID(), token: randomText(36) },
): Promise<Minted> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into bearer_tokens (id, token_hash, user_id, remote_addr, door_addr, expires_at)
    values (${made.id}, ${tokenHash(made.token)}, ${userId}, ${remoteAddr.slice(0, 45)}, ${doorAddr.slice(0, 45)},
      now() + make_interval(secs => ${ttl}))
    returning expires_at`.execute(db);
  return { token: made.token, expiresAt: rows[0]?.expires_at ?? new Date() };
}

/**
 * The token of a login. Each has its own until there are eight from one address; then the newest is handed out again for as long again,
 * so that no login takes away what another program holds (existing clients expect one per user and address that is extended). Tokens follow from
 * the master key and the id of their row, so they need not be stored to be told again; those of a former master key only run out.
 */
export async function loginToken(
  ctx: Pick<Context, 'tx' | 'secrets'>,
  login: { userId: string; remoteAddr: string; doorAddr: string; ttl: number },
): Promise<Minted> {
  const { userId, remoteAddr, doorAddr, ttl } = login;
  const tokenOf = (id: string): string => textOfBytes(ctx.secrets.derive('bearer token', id));
  return ctx.tx.transaction().execute(async (tx) => {
    // Of logins at the same moment each sees what the others made.
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx);
    const { rows } = await sql<{ id: string; token_hash: string }>`
      select id, token_hash from bearer_tokens
      where user_id = ${userId} and remote_addr = ${remoteAddr.slice(0, 45)} and door_addr = ${doorAddr.slice(0, 45)} and expires_at > now()
      order by date_created desc, id`.execute(tx);
    const known = rows.filter((row) => tokenHash(tokenOf(row.id)) === row.token_hash);
    const [newest] = known;
    if (!newest || known.length < MAX_PER_ADDRESS) {
      const id = randomUUID();
      return mintBearerToken(tx, userId, remoteAddr, ttl, doorAddr, { id, token: tokenOf(id) });
    }
    const { rows: extended } = await sql<{ expires_at: Date }>`
      update bearer_tokens set expires_at = greatest(expires_at, now() + make_interval(secs => ${ttl})) where id = ${newest.id}
      returning expires_at`.execute(tx);
    return { token: tokenOf(newest.id), expiresAt: extended[0]?.expires_at ?? new Date() };
  });
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
