import { randomUUID } from 'node:crypto';
import { among, type Context, type Database } from '@postern/resource';
import { ago, fromNow, now } from '../database/moment.queries.ts';
import { tellLoginsEnded } from './live-logins.ts';
import type { LoginEnds } from './login-ends.ts';
import { randomText, textOfBytes, tokenHash } from './random.ts';

/** Live tokens that a user may hold per address and caller; the next login there gets the newest of them again. */
const MAX_PER_ADDRESS = 8;

interface Minted {
  /** Of its row: who was told it may ask whether the login stands. */
  id: string;
  token: string;
  expiresAt: Date;
}

/**
 * Stores a Bearer token of 36 letters and digits, as a hash.
 * @param ttl seconds (setting TOKEN_EXPIRATION)
 * @param callerAddr address that made the call: a component's, when it logs somebody in who came to it
 */
export async function mintBearerToken(
  db: Database,
  userId: string,
  remoteAddr: string,
  ttl: number,
  callerAddr = remoteAddr,
  made: { id: string; token: string; userAgent?: string; keyId?: string } = { id: randomUUID(), token: randomText(36) },
): Promise<Minted> {
  const { expires_at } = await db
    .insertInto('bearer_tokens')
    .values({
      id: made.id,
      token_hash: tokenHash(made.token),
      user_id: userId,
      remote_addr: remoteAddr.slice(0, 45),
      door_addr: callerAddr.slice(0, 45),
      user_agent: (made.userAgent ?? '').slice(0, 254),
      ssh_key_id: made.keyId ?? null,
      expires_at: fromNow({ seconds: ttl }),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { id: made.id, token: made.token, expiresAt: expires_at };
}

/**
 * The token of a login. Each has its own until there are eight from one address; then the newest is handed out again for as long again,
 * so that no login takes away what another program holds (existing clients expect one per user and address that is extended). Tokens follow from
 * the master key and the id of their row, so they need not be stored to be told again; those of a former master key only run out. Logins by an SSH key
 * share with none that was made otherwise: they end with the key.
 */
export async function loginToken(
  ctx: Pick<Context, 'tx' | 'secrets' | 'origin'>,
  login: { userId: string; remoteAddr: string; callerAddr: string; ttl: number; keyId?: string },
): Promise<Minted> {
  const { userId, remoteAddr, callerAddr, ttl, keyId } = login;
  const tokenOf = (id: string): string => textOfBytes(ctx.secrets.derive('bearer token', id));
  return ctx.tx.transaction().execute(async (tx) => {
    // Of logins at the same moment each sees what the others made.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const rows = await tx
      .selectFrom('bearer_tokens')
      .select(['id', 'token_hash'])
      .where('user_id', '=', userId)
      .where('remote_addr', '=', remoteAddr.slice(0, 45))
      .where('door_addr', '=', callerAddr.slice(0, 45))
      .where('ssh_key_id', keyId === undefined ? 'is' : '=', keyId ?? null)
      .where('expires_at', '>', now)
      .orderBy('date_created', 'desc')
      .orderBy('id')
      .execute();
    const known = rows.filter((row) => tokenHash(tokenOf(row.id)) === row.token_hash);
    const [newest] = known;
    if (!newest || known.length < MAX_PER_ADDRESS) {
      const id = randomUUID();
      const made = { id, token: tokenOf(id), userAgent: ctx.origin.userAgent, ...(keyId === undefined ? {} : { keyId }) };
      return mintBearerToken(tx, userId, remoteAddr, ttl, callerAddr, made);
    }
    const extended = await tx
      .updateTable('bearer_tokens')
      // It stands for this login from now on, and lasts as long as one that is made now.
      .set(({ fn }) => ({ date_created: now, expires_at: fn<Date>('greatest', ['expires_at', fromNow({ seconds: ttl })]) }))
      .where('id', '=', newest.id)
      .returning('expires_at')
      .executeTakeFirst();
    return { id: newest.id, token: tokenOf(newest.id), expiresAt: extended?.expires_at ?? new Date() };
  });
}

const FORM = /^[A-Za-z0-9]{36}$/;
/** A request notes the use of a token at most this often. */
const SEEN_MS = 60_000;

/**
 * Id of the token's user; undefined for unknown and expired tokens. Programs do not sit in front of a screen that others could use: a token ends so long
 * after its login, and not for want of use.
 */
export async function userOfBearerToken(
  db: Database,
  token: string,
  { maxHours }: Pick<LoginEnds, 'maxHours'>,
): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined;
  const found = await db
    .selectFrom('bearer_tokens')
    .select(['id', 'user_id', 'date_seen'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .where('date_created', '>', ago({ hours: maxHours }))
    .executeTakeFirst();
  if (found && Date.now() - found.date_seen.getTime() > SEEN_MS)
    await db.updateTable('bearer_tokens').set({ date_seen: now }).where('id', '=', found.id).execute();
  return found?.user_id;
}

/** Id of the token that an `Authorization` header shows; undefined where it shows none. */
export async function bearerTokenId(db: Database, authorization: string): Promise<string | undefined> {
  const [scheme = '', token = ''] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || !FORM.test(token)) return undefined;
  const found = await db.selectFrom('bearer_tokens').select('id').where('token_hash', '=', tokenHash(token)).executeTakeFirst();
  return found?.id;
}

/** Ends all tokens of a user; what was opened with them hears of it with the commit. */
export async function revokeBearerTokens(db: Database, userId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('bearer_tokens').where('user_id', '=', userId).executeTakeFirst();
  if (numDeletedRows > 0n) await tellLoginsEnded(db, userId);
}

/** Ends the logins of a person that were made by some of their SSH keys; connections that they opened hear of it with the commit. */
export async function endLoginsByKeys(db: Database, userId: string, keyIds: readonly string[]): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('bearer_tokens')
    .where('user_id', '=', userId)
    .where(({ ref }) => among(ref('ssh_key_id'), keyIds))
    .executeTakeFirst();
  if (numDeletedRows > 0n) await tellLoginsEnded(db, userId);
}
