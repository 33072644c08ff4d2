import { type Column, type Context, eb, rowsOf, type Where } from '@postern/resource';
import type { Expression } from 'kysely';
import { command } from './command.resource.ts';
import { type SessionRow, session } from './session.resource.ts';

const carried = (ctx: Context, t: Column): Where => eb(t('terminal_id'), '=', ctx.actor.component?.id ?? null);

/** Sessions that an actor may see. A component that was taken over reads none but those it carries. */
export const sessionRows = rowsOf(session, (ctx, t) => (ctx.actor.kind === 'component' ? carried(ctx, t) : undefined));

/** Sessions that the calling component carries, of whichever organisation, as it works for all of them; none for anybody else. */
export const carriedSessions = rowsOf({ scope: 'system' }, carried);

/**
 * Whether something is about a session that the calling component carries.
 *
 * @param sessionId column with the id of the session
 */
export const ofCarriedSession = (ctx: Context, sessionId: Expression<unknown>): Where =>
  eb(sessionId, 'in', eb.selectFrom('sessions as s').select('s.id').where(carriedSessions(ctx, 's')));

/** Whether the caller is the component that carries a session. */
export const carries = ({ actor }: Context, { terminal_id }: Pick<SessionRow, 'terminal_id'>): boolean =>
  actor.component !== undefined && actor.component.id === terminal_id;

/** Commands that an actor may see. */
export const commandRows = rowsOf(command);
