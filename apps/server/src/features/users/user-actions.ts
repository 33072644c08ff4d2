import { CodedError } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import {
  and,
  at,
  type Behaviour,
  type Context,
  eb,
  fetchRows,
  filtered,
  holds,
  idIn,
  mayList,
  NOBODY,
  noContent,
  ok,
  or,
  pageOf,
  present,
  type Reply,
  type Request,
  type Row,
  retrieve,
  shownFields,
  visible,
  type Where,
} from '@postern/resource';
import { distrustDevices } from '../../platform/auth/known-devices.ts';
import { unlockUser } from '../../platform/auth/lockout.ts';
import { inEveryOrganisation } from '../../platform/context.ts';
import { refuseOtherSites } from '../../platform/http/other-sites.ts';
import { leaveOrganisation, ownCodes } from '../rbac/index.ts';
import { removeKeys } from '../ssh-keys/index.ts';
import { mailReset } from './password-mails.ts';
import { forgetFactors } from './second-factors.ts';
import { asUser, type UserRow } from './user.resource.ts';
import { noteChange } from './user-changes.ts';
import { refuseUnchangeable, type UserDeps } from './user-guards.ts';
import { type Decision, decideOn } from './waiting.ts';
import { identifyAtBrowser, tellOfWayIn } from './ways-in.ts';

type Actions = NonNullable<Behaviour['actions']>;

/** How many rows `suggestions/` answers at most. */
const SUGGESTIONS = 10;

const t = at('t');

/** Whose role in the system lists people lists all of them, whichever organisation they are looking at. */
const mayListEverybody = async (ctx: Context): Promise<boolean> =>
  ctx.actor.superuser || (await ownCodes(ctx, ORG.ROOT)).has('users.view_user');

/**
 * Somebody of another organisation is found by who wants to invite them and knows how they are called: by the whole
 * username or address, never by a part of it. All people of the installation are nobody's list (docs/decisions/0072).
 */
function inviting(ctx: Context, asked: string | undefined): Where {
  if (!asked || !holds(ctx.actor, ['users.invite_user'])) return NOBODY;
  const search = asked.trim();
  const { fn, val } = eb;
  const called = or(eb(t('username'), '=', search), eb(fn('lower', [t('email')]), '=', fn('lower', [val(search)])));
  return and(eb(t('is_service_account'), '=', false), called);
}

/** What an administrator does to one user beside the form (docs/wire/users.md#actions-on-one-person). */
export function userActions(deps: UserDeps): Actions {
  const shown = async (ctx: Context, request: Request, { id }: UserRow): Promise<Reply> =>
    ok(await retrieve(deps.kernel(), deps.kernel().byName('user'), ctx, id, request.query));
  const target = async (ctx: Context, row: Row | undefined): Promise<UserRow> => {
    if (!row) throw new CodedError('not_found');
    const user = asUser(row);
    await refuseUnchangeable(ctx, user.id);
    return user;
  };
  /** People that a request chooses, as the list filters them; undefined where it chooses none: that would be everybody. */
  const chosen = async (ctx: Context, { query }: Request) => {
    const user = deps.kernel().byName('user');
    // Without a selection this would be everybody of the organisation (docs/wire/conventions.md#deleting-many asks the same).
    if (!query.spm && !query.ids && !query.id) return undefined;
    return ctx.tx
      .selectFrom('users as t')
      .select(['t.id', 't.username'])
      .where(and(...visible(user, ctx), ...(await filtered(deps.kernel(), user, ctx, query))))
      .execute();
  };
  const decideOnOne =
    (decision: Decision): NonNullable<Actions[string]> =>
    async (ctx, _request, row) => {
      await decideOn(ctx, deps, [await target(ctx, row)], decision);
      return noContent;
    };
  const decideOnMany =
    (decision: Decision): NonNullable<Actions[string]> =>
    async (ctx, request) => {
      const people = await chosen(ctx, request);
      if (!people) return { status: 400 };
      await decideOn(ctx, deps, people, decision);
      return noContent;
    };

  return {
    async suggestions(ctx, request) {
      const kernel = deps.kernel();
      const user = kernel.byName('user');
      const scope = (await mayListEverybody(ctx)) ? inEveryOrganisation(ctx) : ctx;
      const found = mayList(user, ctx) ? and(...visible(user, scope), ...(await filtered(kernel, user, scope, request.query))) : NOBODY;
      const rows = await ctx.tx
        .selectFrom('users as t')
        .select(({ and: allOf }) => ['t.id', 't.name', 't.username', allOf([found]).as('listed')])
        .where(or(found, inviting(ctx, request.query.search)))
        .orderBy('t.name')
        .orderBy('t.id')
        .limit(SUGGESTIONS)
        .execute();
      // Of whom the actor could list, what the list says; of who is only to be invited, how they are called.
      const listed = rows.flatMap((row) => (row.listed ? [row.id] : []));
      const stored = listed.length > 0 ? await fetchRows(user, ctx, [idIn(user, listed)]) : [];
      const printed = await present(kernel, user, ctx, stored, shownFields(user, ctx, 'list', request.query));
      const whole = new Map(stored.map((row, at) => [row.id, printed[at]]));
      return ok(
        pageOf(
          rows.map(({ listed: _listed, ...called }) => whole.get(called.id) ?? called),
          request,
        ),
      );
    },

    letIn: decideOnOne('let in'),
    letInMany: decideOnMany('let in'),
    turnAway: decideOnOne('turned away'),
    turnAwayMany: decideOnMany('turned away'),

    async removeMany(ctx, request) {
      if (ctx.org.isRoot) return noContent;
      const rows = await chosen(ctx, request);
      if (!rows) return { status: 400 };
      for (const row of rows) noteChange(ctx, row, 'org', ctx.org.name, '');
      await leaveOrganisation(
        ctx,
        deps,
        ctx.org.id,
        rows.map((row) => row.id),
      );
      return noContent;
    },

    async removeOne(ctx, _request, row) {
      if (!row || ctx.org.isRoot) return noContent;
      const user = asUser(row);
      noteChange(ctx, user, 'org', ctx.org.name, '');
      await leaveOrganisation(ctx, deps, ctx.org.id, [user.id]);
      return noContent;
    },

    async resetPassword(ctx, _request, row) {
      const user = await target(ctx, row);
      await identifyAtBrowser(ctx, deps);
      await mailReset(ctx, deps, user.id);
      return ok({});
    },

    async resetPublicKey(ctx, request, row) {
      const user = await target(ctx, row);
      await identifyAtBrowser(ctx, deps);
      // Every key, whichever form it was added by: whoever takes a person's keys away means that none opens.
      const gone = await removeKeys(ctx, user.id);
      noteChange(ctx, user, 'public_key', gone.join(', '), '');
      if (gone.length > 0) await tellOfWayIn(ctx, deps, user.id, 'keys_removed');
      return shown(ctx, request, user);
    },

    async unblock(ctx, request, row) {
      const user = await target(ctx, row);
      await unlockUser(ctx.tx, user.username);
      noteChange(ctx, user, 'login_blocked', user.login_blocked ? 'Yes' : 'No', 'No');
      return shown(ctx, request, user);
    },

    async distrust(ctx, _request, row) {
      const user = await target(ctx, row);
      const ended = await distrustDevices(ctx, user.id);
      noteChange(ctx, user, 'trusted_devices', String(ended), '0');
      return ok({});
    },

    async resetMfa(ctx, request, row) {
      const user = await target(ctx, row);
      // A GET that changes something, as clients expect. Pages send no token with what they read, so it is asked where it comes from.
      refuseOtherSites(request);
      if (user.id === ctx.actor.id) throw new CodedError('own_account');
      await identifyAtBrowser(ctx, deps);
      await forgetFactors(ctx, user.id);
      noteChange(ctx, user, 'is_otp_secret_key_bound', user.is_otp_secret_key_bound ? 'Yes' : 'No', 'No');
      await tellOfWayIn(ctx, deps, user.id, 'factors_reset');
      return ok({ msg: 'success' });
    },
  };
}
