import { text as t } from '@postern/contract/text';
import { integer, ok, type Route, uuid } from '@postern/resource';
import { componentSessions } from '../../platform/component-sessions.ts';
import { report } from '../../platform/routes/report.ts';
import { ALLOWED, WORDS } from '../../platform/shown.ts';
import { session } from './session.resource.ts';
import { noteWatchEnded, personOf } from './viewed.ts';

/** A session does not last for longer: a component's clock may be wrong, but not by years. */
const MAX_SECONDS = 366 * 86_400;

/**
 * Ours: somebody who watched a session that the component carries has stopped, after so many seconds. That they began was written when they were let in
 * (`sessions/join/validate/`).
 */
const watchEnded = report({
  method: 'POST',
  path: '/api/v1/terminal/sessions/join/ended/',
  name: 'terminal.session.joinEnded',
  answer: ALLOWED,
  right: 'terminal.validate_sessionactionperm',
  rows: { of: [session] },
  bodyLimit: 4_096,
  body: {
    user_id: uuid({ label: WORDS.id, required: true }),
    session_id: uuid({ label: WORDS.id, required: true }),
    seconds: integer({ label: t('Seconds', '秒', '秒'), required: true, min: 0, max: MAX_SECONDS }),
  },
  async take(ctx, { body: { user_id, session_id, seconds } }) {
    const watched = await ctx.tx
      .selectFrom('sessions as s')
      .select(['s.id', 's.org_id', 's.user', 's.asset'])
      .where('s.id', '=', session_id)
      .where(componentSessions(ctx, 's'))
      .executeTakeFirst();
    const watcher = await personOf(ctx, user_id);
    if (watched && watcher) noteWatchEnded(ctx, watched, seconds, watcher);
    return ok({ ok: watched !== undefined && watcher !== undefined, msg: '' });
  },
});

export const watchingRoutes: readonly Route[] = [watchEnded];
