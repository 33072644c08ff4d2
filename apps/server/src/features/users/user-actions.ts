import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG, parseUuid, ROLE } from '@postern/contract/ids';
import {
  all,
  type Behaviour,
  type Context,
  fetchRows,
  filtered,
  holds,
  idIn,
  mayList,
  noContent,
  ok,
  pageOf,
  present,
  type Reply,
  type Request,
  type Row,
  retrieve,
  shownFields,
  visible,
} from '@postern/resource';
import { sql } from 'kysely';
import { unlockUser } from '../../platform/auth/lockout.ts';
import { laneOf } from '../../platform/auth/turns.ts';
import { inEveryOrganisation } from '../../platform/context.ts';
import { heldRoles, leaveOrganisation, refuseOutranking, rightsOf, roleDisplayName, setOrgRoles } from '../rbac/index.ts';
import { mailReset } from './password-mails.ts';
import { acceptPassword, storePassword } from './passwords.ts';
import { forgetFactors } from './second-factors.ts';
import { guardSuperuser, type UserDeps } from './user-guards.ts';

type Actions = NonNullable<Behaviour['actions']>;

/** How many rows `suggestions/` answers at most. */
const SUGGESTIONS = 10;
/** Users one call may invite or remove. */
const MAX_USERS = 1000;

const NOBODY = sql<boolean>`false`;

/** Whose role in the system lists people lists all of them, whichever organisation they are looking at. */
const mayListEverybody = async (ctx: Context): Promise<boolean> =>
  ctx.actor.superuser || (await rightsOf(ctx.tx, ctx.actor.id, ORG.ROOT)).codes.has('users.view_user');

/**
 * Somebody of another organisation is found by who wants to invite them and knows how they are called: by the whole
 * username or address, never by a part of it. All people of the installation are nobody's list (docs/decisions/0072).
 */
const inviting = (ctx: Context, search: string | undefined) =>
  search && holds(ctx.actor, ['users.invite_user'])
    ? sql<boolean>`(not t.is_service_account and (t.username = ${search.trim()} or lower(t.email) = lower(${search.trim()})))`
    : NOBODY;

const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

function idList(body: Record<string, unknown>, field: string): string[] | undefined {
  const given = body[field];
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) throw InvalidInput.on(field, 'not_a_list');
  if (given.length > MAX_USERS) throw InvalidInput.on(field, 'too_many', { max: MAX_USERS });
  return [
    ...new Set(
      given.map((entry: unknown) => {
        const { pk, id } = record(entry);
        const found = parseUuid(typeof entry === 'string' ? entry : (pk ?? id));
        if (!found) throw InvalidInput.on(field, 'does_not_exist', { value: String(entry).slice(0, 64) });
        return found;
      }),
    ),
  ];
}

const audit = (ctx: Context, row: Row, field: string, before: string, after: string): void =>
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: String(row.id),
    resource: String(row.username),
    changes: [{ field, before, after }],
  });

/** What an administrator does to one user beside the form (docs/wire/users.md#actions-on-one-person). */
export function userActions(deps: UserDeps): Actions {
  const shown = async (ctx: Context, request: Request, row: Row): Promise<Reply> =>
    ok(await retrieve(deps.kernel(), deps.kernel().byName('user'), ctx, String(row.id), request.query));
  const target = async (ctx: Context, row: Row | undefined): Promise<Row> => {
    if (!row) throw new CodedError('not_found');
    await guardSuperuser(ctx, String(row.id));
    await refuseOutranking(ctx, String(row.id));
    return row;
  };

  return {
    async suggestions(ctx, request) {
      const kernel = deps.kernel();
      const user = kernel.byName('user');
      const scope = (await mayListEverybody(ctx)) ? inEveryOrganisation(ctx) : ctx;
      const found = mayList(user, ctx) ? all([...visible(user, scope), ...(await filtered(kernel, user, scope, request.query))]) : NOBODY;
      const where = sql<boolean>`(${found} or ${inviting(ctx, request.query.search)})`;
      const { rows } = await sql<{ id: string; name: string; username: string; listed: boolean }>`
        select t.id, t.name, t.username, ${found} as listed from users t where ${where} order by t.name, t.id limit ${SUGGESTIONS}`.execute(
        ctx.tx,
      );
      // Of whom the actor could list, what the list says; of who is only to be invited, how they are called.
      const listed = rows.flatMap((row) => (row.listed ? [row.id] : []));
      const stored = listed.length > 0 ? await fetchRows(user, ctx, [idIn(user, listed)]) : [];
      const told = await present(kernel, user, ctx, stored, shownFields(user, ctx, 'list', request.query));
      const whole = new Map(stored.map((row, at) => [row.id, told[at]]));
      return ok(
        pageOf(
          rows.map(({ listed: _listed, ...called }) => whole.get(called.id) ?? called),
          request,
        ),
      );
    },

    async invite(ctx, request) {
      if (ctx.org.isRoot) throw new CodedError('not_in_root_org');
      const body = record(request.body);
      const users = idList(body, 'users');
      if (!users?.length) throw InvalidInput.on('users', 'required');
      const roles = idList(body, 'org_roles') ?? [ROLE.ORG_USER];
      if (roles.length === 0) throw InvalidInput.on('org_roles', 'required');
      const { rows } = await sql<{ id: string; username: string }>`
        select id, username from users where id = any(${users}::uuid[]) and not is_service_account`.execute(ctx.tx);
      const known = new Set(rows.map((row) => row.id));
      const unknown = users.find((id) => !known.has(id));
      if (unknown) throw InvalidInput.on('users', 'does_not_exist', { value: unknown });
      for (const user of rows) {
        await setOrgRoles(ctx, deps, user.id, ctx.org.id, roles);
        ctx.audit({
          action: 'update',
          resourceType: 'user',
          resourceId: user.id,
          resource: user.username,
          changes: [{ field: 'org', before: '', after: ctx.org.name }],
        });
      }
      const held = (await heldRoles(ctx, users.slice(0, 1), ctx.org.id)).filter((role) => role.org_id !== null);
      const shownRoles = held.map((role) => ({
        id: role.role_id,
        display_name: roleDisplayName({ id: role.role_id, name: role.name, builtin: role.builtin }, ctx.language),
        name: role.name,
      }));
      return ok({ users, org_roles: shownRoles }, 201);
    },

    async removeMany(ctx, request) {
      const kernel = deps.kernel();
      const user = kernel.byName('user');
      if (ctx.org.isRoot) return noContent;
      const { query } = request;
      // Without a selection this would empty the organisation (docs/wire/conventions.md#deleting-many asks the same).
      if (!query.spm && !query.ids && !query.id) return { status: 400 };
      const { rows } = await sql<{ id: string; username: string }>`
        select t.id, t.username from users t where ${all([...visible(user, ctx), ...(await filtered(kernel, user, ctx, query))])}`.execute(
        ctx.tx,
      );
      for (const row of rows) audit(ctx, row, 'org', ctx.org.name, '');
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
      audit(ctx, row, 'org', ctx.org.name, '');
      await leaveOrganisation(ctx, deps, ctx.org.id, [String(row.id)]);
      return noContent;
    },

    async password(ctx, request, row) {
      const user = await target(ctx, row);
      const given = record(request.body).password;
      if (typeof given !== 'string' || given === '') throw InvalidInput.on('password', 'required');
      const password = ctx.decrypt(given);
      if (password.length > 128) throw InvalidInput.on('password', 'max_length', { max: 128 });
      const id = String(user.id);
      const lane = laneOf(ctx, String(user.username), { holding: true });
      const hash = await acceptPassword(ctx, deps, lane, 'password', password, id);
      await storePassword(ctx, id, hash, { mustChange: user.need_update_password === true });
      return ok({});
    },

    async resetPassword(ctx, _request, row) {
      const user = await target(ctx, row);
      await mailReset(ctx, deps, String(user.id));
      return ok({});
    },

    async resetPublicKey(ctx, request, row) {
      const user = await target(ctx, row);
      await sql`update users set public_key = null where id = ${user.id}`.execute(ctx.tx);
      audit(ctx, user, 'public_key', user.public_key ? '******' : '', '');
      return shown(ctx, request, user);
    },

    async unblock(ctx, request, row) {
      const user = await target(ctx, row);
      await unlockUser(ctx.tx, String(user.username));
      audit(ctx, user, 'login_blocked', user.login_blocked ? 'Yes' : 'No', 'No');
      return shown(ctx, request, user);
    },

    async resetMfa(ctx, request, row) {
      const user = await target(ctx, row);
      // A GET that changes something, as clients expect; a page of another site cannot set this header on a browser's behalf.
      if (ctx.session && !request.headers['x-csrftoken']) throw new CodedError('csrf_failed');
      if (user.id === ctx.actor.id) throw new CodedError('own_account');
      await forgetFactors(ctx, String(user.id));
      audit(ctx, user, 'is_otp_secret_key_bound', user.is_otp_secret_key_bound ? 'Yes' : 'No', 'No');
      return ok({ msg: 'success' });
    },
  };
}
