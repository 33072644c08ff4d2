import { type Context, eb, rowsOf, type Where } from '@postern/resource';
import type { Expression } from 'kysely';

/** Sessions that the calling component carries, of whichever organisation, as it works for all of them; none for anybody else. */
export const componentSessions = rowsOf({ scope: 'system' }, (ctx, t) => eb(t('terminal_id'), '=', ctx.actor.component?.id ?? null));

/**
 * Whether something is about a session that the calling component carries.
 *
 * @param sessionId column with the id of the session
 */
export const ofComponentSession = (ctx: Context, sessionId: Expression<unknown>): Where =>
  eb(sessionId, 'in', eb.selectFrom('sessions as s').select('s.id').where(componentSessions(ctx, 's')));
