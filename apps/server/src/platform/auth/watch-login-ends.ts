import type { Database } from '@postern/resource';
import { after, earliest, now } from '../database/moment.queries.ts';
import type { Platform } from '../platform.ts';
import { tellLoginsEnded } from './live-logins.ts';
import { type LoginEnds, loginEnds } from './login-ends.ts';

const KEYS = ['SECURITY_LOGIN_IDLE_MINUTES', 'SECURITY_LOGIN_MAX_HOURS'] as const;

/** Ends what is over by these ends, and brings forward what would have ended later. What was opened with a login that ends hears of it. */
async function holdTo(db: Database, { idleMinutes, maxHours }: LoginEnds): Promise<void> {
  const made = after('date_created', { hours: maxHours });
  const ends = { login_sessions: earliest(made, after('date_seen', { minutes: idleMinutes })), bearer_tokens: made };
  for (const table of ['login_sessions', 'bearer_tokens'] as const)
    await db
      .updateTable(table)
      .set({ expires_at: ends[table] })
      .where('user_id', 'is not', null)
      .where('expires_at', '>', ends[table])
      .execute();
  const over = new Set<string>();
  for (const table of ['login_sessions', 'bearer_tokens'] as const) {
    const gone = await db.deleteFrom(table).where('user_id', 'is not', null).where('expires_at', '<=', now).returning('user_id').execute();
    for (const { user_id } of gone) if (user_id !== null) over.add(user_id);
  }
  for (const user of over) await tellLoginsEnded(db, user);
}

/**
 * Looks at all logins when one of these settings changes, so that open pages and sessions hear of it at once and not when they next ask. Every node does,
 * as any of them may be gone before it has.
 * @returns how to stop
 */
export function watchLoginEnds({ systemSettings, database, log }: Pick<Platform, 'systemSettings' | 'database' | 'log'>): () => void {
  return systemSettings.onChange((names) => {
    if (!KEYS.some((key) => names.has(key))) return;
    // Requests and sockets are held to the settings anyway.
    holdTo(database.db, loginEnds(systemSettings)).catch((error: unknown) =>
      log.error({ err: error }, 'logins could not be ended by their settings'),
    );
  });
}
