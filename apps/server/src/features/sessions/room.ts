import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';

/** Of the open ones at most, named to whoever has to close one. */
const NAMED = 5;

/**
 * Whether somebody may have one session more, in whichever organisation. One report of theirs after the other is counted, so that of any number at the
 * same moment no more than the limit get in.
 * @throws CodedError `session_limit_reached`
 */
export async function roomForSession(ctx: Context, settings: SettingsReader, userId: string): Promise<void> {
  const limit = settings.get('SECURITY_MAX_SESSION_COUNT');
  if (limit === 0) return;
  await lockByName(ctx.tx, `sessions-of:${userId}`);
  const open = await ctx.tx
    .selectFrom('sessions')
    .select('asset')
    .where('user_id', '=', userId)
    .where('is_finished', '=', false)
    .orderBy('date_start', 'desc')
    .limit(limit)
    .execute();
  if (open.length < limit) return;
  const names = [...new Set(open.map(({ asset }) => asset))];
  const more = names.length > NAMED ? ', …' : '';
  throw new CodedError('session_limit_reached', { limit, open: `${names.slice(0, NAMED).join(', ')}${more}` });
}
