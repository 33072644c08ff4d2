import { type Context, eb, rowsOf } from '@postern/resource';
import { command } from './command.resource.ts';
import { type SessionRow, session } from './session.resource.ts';

/** Sessions that an actor may see. A component that was taken over reads none but those it carries. */
export const sessionRows = rowsOf(session, (ctx, t) =>
  ctx.actor.kind === 'component' ? eb(t('terminal_id'), '=', ctx.actor.component?.id ?? null) : undefined,
);

/** Whether the caller is the component that carries a session. */
export const carries = ({ actor }: Context, { terminal_id }: Pick<SessionRow, 'terminal_id'>): boolean =>
  actor.component !== undefined && actor.component.id === terminal_id;

/** Commands that an actor may see. */
export const commandRows = rowsOf(command);
