import type { AuditEvent, Context } from '@postern/resource';
import type { SessionRow } from './session.resource.ts';

/** In which way evidence was looked at; `features/audits/diff-words.ts` has the words. */
export type Viewed = 'live' | 'replay' | 'download';

type Looked = Pick<SessionRow, 'id' | 'user' | 'asset' | 'org_id'>;

/**
 * Watching a session or its recording is itself worth a record: who saw whose session, and how.
 *
 * @param by the watcher, where a component asks for them
 */
export const noteViewed = (ctx: Context, { id, user, asset, org_id }: Looked, how: Viewed, by?: AuditEvent['by']): void =>
  ctx.audit({
    action: 'view',
    resourceType: 'session',
    resourceId: id,
    resource: `${user} ${asset}`,
    orgId: org_id,
    changes: [{ field: 'watched', before: '', after: how }],
    ...(by ? { by } : {}),
  });

/** For so long a player that was given a recording loads its file without another record. */
const LOADING_MS = 3_600_000;

/** The file of a recording, asked for by somebody who was not given it by a player just now: that is a look of its own. */
export async function noteLoaded(ctx: Context, row: Looked): Promise<void> {
  const known = await ctx.tx
    .selectFrom('operate_logs')
    .select('id')
    .where('resource_id', '=', row.id)
    .where('user_id', '=', ctx.actor.id)
    .where('action', '=', 'view')
    .where('datetime', '>', new Date(ctx.clock().getTime() - LOADING_MS))
    .limit(1)
    .executeTakeFirst();
  if (!known) noteViewed(ctx, row, 'replay');
}
