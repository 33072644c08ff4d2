import type { Database } from '@postern/resource';
import { sql } from 'kysely';
import { tellLoginsEnded } from './live-logins.ts';

/**
 * Takes what a session was asked out of it as it is stored, in the statement that finds it: of two answers at the same time one finds nothing.
 * @returns whether this one found it
 */
export async function consumeAsked(db: Database, sessionId: string, what: 'challenge' | 'work', value: string): Promise<boolean> {
  const { rows } = await sql`update login_sessions set data = data - ${what}::text
    where id = ${sessionId} and data -> ${what}::text ->> 'value' = ${value} returning 1`.execute(db);
  return rows.length === 1;
}

/** Ends logins of a person that stand between the password and the second factor, save the one of this session. */
export async function endPendingLogins(db: Database, userId: string, exceptId: string | undefined): Promise<void> {
  await sql`delete from login_sessions where user_id is null and data #>> '{login,userId}' = ${userId}
    and id is distinct from ${exceptId ?? null}::uuid`.execute(db);
}

/**
 * Ends the sessions that another place vouched for, when it says that they are over, and logins that still wait for a second factor. Facts are what
 * the login kept (`data.external`): its provider, and the session there or the person. What was opened with them hears of it with the commit.
 * @returns how many
 */
export async function endExternalSessions(db: Database, facts: Readonly<Record<string, string>>): Promise<number> {
  const { rows } = await sql<{ user_id: string | null }>`delete from login_sessions
    where (user_id is not null and data -> 'external' @> ${JSON.stringify(facts)}::jsonb)
      or data #> '{login,external}' @> ${JSON.stringify(facts)}::jsonb returning user_id`.execute(db);
  for (const user of new Set(rows.map(({ user_id }) => user_id))) if (user) await tellLoginsEnded(db, user);
  return rows.length;
}
