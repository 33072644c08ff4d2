import { ORG } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import type { Reviews } from '../tickets/index.ts';
import { reviewersOfRule } from './decide.ts';

/** Seconds a login may wait: as long as what was shown before it stays good (docs/wire/authentication.md#how-a-login-goes). */
const LOGIN_WAIT = 600;

interface Login {
  user: { id: string; name: string; username: string };
  rule: { id: string; name: string };
  ip: string;
  city: string | null;
}

/** Reviews as logins ask for them: opened in the root organisation, about an address at a time (docs/wire/access-rules.md#logins). */
export const loginReviews = (reviews: Reviews) => ({
  open: async (ctx: Context, { user, rule, ip, city }: Login): Promise<string> =>
    reviews.open(ctx, {
      type: 'login_confirm',
      orgId: ORG.ROOT,
      applicant: { id: user.id, name: user.name, username: user.username },
      rule,
      reviewers: await reviewersOfRule(ctx, 'login_acl_reviewers', rule.id),
      subject: ip,
      fields: { apply_login_ip: ip, apply_login_city: city?.slice(0, 64) ?? null, apply_login_datetime: ctx.clock() },
      snapshot: {},
      details: { ip },
      lasts: LOGIN_WAIT,
    }),
  state: reviews.state,
  assignees: async (ctx: Context, ticketId: string): Promise<readonly string[]> =>
    (await reviews.info(ctx, [ticketId])).get(ticketId)?.assignees ?? [],
  use: reviews.use,
  withdraw: reviews.withdraw,
});
