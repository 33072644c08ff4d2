import { type Context, can, INTEGER_SCHEMA, objectSchema, type Route, type RowOf } from '@postern/resource';
import { action } from '../../platform/routes/action.ts';
import { answerShape } from '../../platform/shown.ts';
import { session } from '../sessions/index.ts';
import { sessionSharing } from './sharing.resources.ts';

type Sharing = Pick<RowOf<typeof sessionSharing>, 'id' | 'org_id' | 'session_display'>;

/** Takes shares back: nobody comes by them any more, and components ask at once about whoever did (standing.routes.ts). */
async function takeBack(ctx: Context, shares: readonly Sharing[]): Promise<void> {
  if (shares.length === 0) return;
  const now = ctx.clock();
  await ctx.tx
    .updateTable('session_sharings')
    .set({ is_active: false, date_withdrawn: now, date_updated: now })
    .where(
      'id',
      'in',
      shares.map(({ id }) => id),
    )
    .execute();
  for (const { id, org_id, session_display } of shares)
    ctx.audit({
      action: 'update',
      resourceType: 'sessionsharing',
      resourceId: id,
      resource: session_display,
      orgId: org_id,
      changes: [{ field: 'is_active', before: 'Yes', after: 'No' }],
    });
}

/** Whoever shared a session takes the share back, and with it who came by it. Ours: for other clients a share runs until it expires. */
const withdraw = action({
  path: '/api/v1/terminal/session-sharings/:id/withdraw/',
  name: 'terminal.sessionsharing.withdraw',
  who: { allow: 'user' },
  rows: { one: sessionSharing },
  rootOrg: true,
  body: 'none',
  bodyLimit: 1_024,
  async act(ctx, { row }) {
    await takeBack(ctx, [row]);
  },
});

/** Ours: whoever may end a session may also take back all its shares; the session goes on. */
const withdrawAll = action({
  path: '/api/v1/terminal/sessions/:id/withdraw-shares/',
  name: 'terminal.session.withdrawShares',
  answer: answerShape(objectSchema({ withdrawn: INTEGER_SCHEMA })),
  who: can('terminal.terminate_session'),
  rows: { one: session },
  body: 'none',
  bodyLimit: 1_024,
  async act(ctx, { row }) {
    const standing = await ctx.tx
      .selectFrom('session_sharings')
      .select(['id', 'org_id', 'session_display'])
      .where('session_id', '=', row.id)
      .where('date_withdrawn', 'is', null)
      .forUpdate()
      .execute();
    await takeBack(ctx, standing);
    return { withdrawn: standing.length };
  },
});

/** How shares are taken back (docs/wire/sessions.md#sharing). */
export const withdrawRoutes: readonly Route[] = [withdraw, withdrawAll];
