import type { AuditEvent, Context } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import type { SessionRow } from './session.resource.ts';

/** In which way evidence was looked at; `features/audits/diff-words.ts` has the words. */
export type Viewed = 'live' | 'replay' | 'download';

type Looked = Pick<SessionRow, 'id' | 'user' | 'asset' | 'org_id'>;

const note = (ctx: Context, { id, user, asset, org_id }: Looked, field: string, after: string, by?: AuditEvent['by']): void =>
  ctx.audit({
    action: 'view',
    resourceType: 'session',
    resourceId: id,
    resource: `${user} ${asset}`,
    orgId: org_id,
    changes: [{ field, before: '', after }],
    ...(by ? { by } : {}),
  });

/**
 * Watching a session or its recording is itself worth a record: who saw whose session, and how.
 *
 * @param by the watcher, where a component asks for them
 */
export const noteViewed = (ctx: Context, looked: Looked, how: Viewed, by?: AuditEvent['by']): void => note(ctx, looked, 'watched', how, by);

/** That somebody watched a session is over. @param seconds for which they did */
export const noteWatchEnded = (ctx: Context, looked: Looked, seconds: number, by: NonNullable<AuditEvent['by']>): void =>
  note(ctx, looked, 'watched_for', lasted(seconds), by);

/** `h:mm:ss` */
function lasted(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Somebody by their id, whatever has become of their account since. */
export const personOf = (ctx: Context, id: string): Promise<{ id: string; name: string; username: string } | undefined> =>
  ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where('id', '=', id)
    .where('is_service_account', '=', false)
    .executeTakeFirst();

/** For so long a player that was given a recording loads its file without another record. */
const LOADING_MS = 3_600_000;

/** The file of a recording, asked for by somebody who was not given it by a player just now: that is a look of its own. */
export async function noteLoaded(ctx: Context, row: Looked): Promise<void> {
  const known = await anyRow(
    ctx.tx
      .selectFrom('operate_logs')
      .where('resource_id', '=', row.id)
      .where('user_id', '=', ctx.actor.id)
      .where('action', '=', 'view')
      .where('datetime', '>', new Date(ctx.clock().getTime() - LOADING_MS)),
  );
  if (!known) noteViewed(ctx, row, 'replay');
}
