import { among, type Database } from '@postern/resource';
import { after, ago, earliest, fromNow, now } from '../database/moment.queries.ts';
import { notify } from '../events/bus.ts';
import type { LoginEnds } from './login-ends.ts';

/** Told on every node when logins of somebody were ended; payload `{user}`. What was opened with them is looked at again at once. */
export const LOGIN_ENDED = 'login-ended';

/** Logins of one kind that are told of; nobody has more on purpose. */
const MOST = 200;

/** How somebody is logged in at the moment. */
export interface LiveLogin {
  id: string;
  /** A browser, a program with a token, or somebody at the door of a component. */
  kind: 'browser' | 'program' | 'terminal';
  address: string;
  userAgent: string;
  since: Date;
  seen: Date;
  expires: Date;
}

/** How a person is logged in: browser sessions and Bearer tokens, the latest used first. */
export async function liveLogins(db: Database, userId: string): Promise<LiveLogin[]> {
  const sessions = await db
    .selectFrom('login_sessions')
    .select(['id', 'remote_addr', 'user_agent', 'date_created', 'date_seen', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('date_seen', 'desc')
    .limit(MOST)
    .execute();
  const tokens = await db
    .selectFrom('bearer_tokens')
    .select(['id', 'remote_addr', 'door_addr', 'user_agent', 'date_created', 'date_seen', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('date_seen', 'desc')
    .limit(MOST)
    .execute();
  const common = (row: (typeof sessions)[number]) => ({
    id: row.id,
    address: row.remote_addr,
    userAgent: row.user_agent,
    since: row.date_created,
    seen: row.date_seen,
    expires: row.expires_at,
  });
  return [
    ...sessions.map((row): LiveLogin => ({ ...common(row), kind: 'browser' })),
    ...tokens.map((row): LiveLogin => ({ ...common(row), kind: row.door_addr === row.remote_addr ? 'program' : 'terminal' })),
  ].sort((a, b) => b.seen.getTime() - a.seen.getTime());
}

const TABLES = ['login_sessions', 'bearer_tokens'] as const;

/**
 * Ends logins of a person: one by its id, or all but one. Requests by them are refused from the commit on, on every node; sockets and pages of
 * sessions that were opened with them hear of it with the commit.
 * @returns how many there were
 */
export async function endLiveLogins(db: Database, userId: string, which: { id: string } | { except: string | undefined }): Promise<number> {
  let ended = 0;
  for (const table of TABLES) {
    const theirs = db.deleteFrom(table).where('user_id', '=', userId);
    const chosen =
      'id' in which ? theirs.where('id', '=', which.id) : which.except === undefined ? theirs : theirs.where('id', '<>', which.except);
    ended += Number((await chosen.executeTakeFirst()).numDeletedRows);
  }
  if (ended > 0) await tellLoginsEnded(db, userId);
  return ended;
}

/** Tells every node, with the commit, that logins of somebody were ended. */
export const tellLoginsEnded = (db: Database, userId: string): Promise<void> => notify(db, LOGIN_ENDED, { user: userId });

/** Minutes for which a login at the door of a component goes on after it was last said to be in use. */
const IN_USE_MINUTES = 10;

/**
 * Which of some logins still stand. Those that were made at the address of the component that asks are in use there, so they are seen now and do not run
 * out before the end of every login: a connection lasts longer than a token whose holder says nothing. A component that calls from another address than before loses no session by it.
 *
 * @param ids rows of Bearer tokens
 * @param door address of the component that asks
 */
export async function standingLogins(
  db: Database,
  ids: readonly string[],
  door: string,
  { maxHours }: Pick<LoginEnds, 'maxHours'>,
): Promise<ReadonlySet<string>> {
  const inUse = earliest(fromNow({ minutes: IN_USE_MINUTES }), after('date_created', { hours: maxHours }));
  await db
    .updateTable('bearer_tokens')
    .set(({ fn }) => ({ date_seen: now, expires_at: fn<Date>('greatest', ['expires_at', inUse]) }))
    .where(({ ref }) => among(ref('id'), ids))
    .where('door_addr', '=', door.slice(0, 45))
    .execute();
  const rows = await db
    .selectFrom('bearer_tokens')
    .select('id')
    .where(({ ref }) => among(ref('id'), ids))
    .where('date_created', '>', ago({ hours: maxHours }))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
