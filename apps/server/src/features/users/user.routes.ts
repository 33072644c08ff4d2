import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { among, at, type Context, can, listSchema, objectSchema, type Route, secret, TEXT_SCHEMA } from '@postern/resource';
import { queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { inEveryOrganisation } from '../../platform/context.ts';
import { creation } from '../../platform/routes/creation.ts';
import { form } from '../../platform/routes/form.ts';
import { answerShape, NOTHING } from '../../platform/shown.ts';
import { assignedRoles, orgRoleResource, roleDisplayName, setOrgRoles } from '../rbac/index.ts';
import { acceptPassword, storePassword } from './passwords.ts';
import { userResource } from './user.resource.ts';
import { userRows } from './user.rows.ts';
import { noteChange } from './user-changes.ts';
import { refuseUnchangeable, type UserDeps } from './user-guards.ts';
import { virtualMany } from './virtual-field.ts';
import { identifyAtBrowser, tellOfWayIn } from './ways-in.ts';

/** What people are sent to beside the form of a person: an invitation, and a password that an administrator sets. */

const BASE = '/api/v1/users/users/';
/** Characters of a password that an administrator sets. */
const MAX_PASSWORD = 128;

const invitation = {
  users: virtualMany(text('Users', '用户', 'ユーザー'), 'user', `${BASE}suggestions/`, {
    required: true,
    // Who is invited is no member yet, so that the rows of the actor say nothing about them.
    judged: 'by the resource',
  }),
  org_roles: virtualMany(text('Organisation roles', '组织角色', '組織ロール'), 'orgrole', '/api/v1/rbac/org-roles/', {
    default: [ROLE.ORG_USER],
    judged: 'by the resource',
  }),
};

/** Roles of the organisation that somebody holds, as the answer to an invitation shows them. */
async function rolesOf(ctx: Context, userId: string) {
  const assigned = await assignedRoles(ctx, [userId], ctx.org.id);
  return assigned.flatMap(({ role_id: id, name, builtin, org_id }) =>
    org_id === null ? [] : [{ id, display_name: roleDisplayName({ id, name, builtin }, ctx.language), name }],
  );
}

/** People of any organisation become members of this one: whoever may invite has found them (docs/decisions/0072). */
const invite = (deps: UserDeps): Route =>
  creation({
    path: `${BASE}invite/`,
    name: 'users.user.invite',
    who: can('users.invite_user'),
    rows: { of: [userResource, orgRoleResource] },
    body: invitation,
    drawn: { title: text('Invite users', '邀请用户', 'ユーザーを招待'), fields: invitation },
    answer: answerShape(
      objectSchema({
        users: listSchema(TEXT_SCHEMA),
        org_roles: listSchema(objectSchema({ id: TEXT_SCHEMA, display_name: TEXT_SCHEMA, name: TEXT_SCHEMA })),
      }),
    ),
    errors: ['not_in_root_org', 'beyond_own_rights'],
    async create(ctx, { body: { users, org_roles: roles } }) {
      if (ctx.org.isRoot) throw new CodedError('not_in_root_org');
      const [first] = users;
      if (first === undefined) throw InvalidInput.on('users', 'required');
      if (roles.length === 0) throw InvalidInput.on('org_roles', 'required');
      const people = await ctx.tx
        .selectFrom('users as u')
        .select(['u.id', 'u.username'])
        .where(among(at('u')('id'), users))
        .where(userRows(inEveryOrganisation(ctx), 'u'))
        .execute();
      const known = new Set(people.map((person) => person.id));
      const unknown = users.find((id) => !known.has(id));
      if (unknown) throw InvalidInput.on('users', 'does_not_exist', { value: unknown });
      for (const person of people) {
        await setOrgRoles(ctx, deps, person.id, ctx.org.id, roles);
        noteChange(ctx, person, 'org', '', ctx.org.name);
      }
      return { users, org_roles: await rolesOf(ctx, first) };
    },
  });

const PASSWORD = text('Password', '密码', 'パスワード');
const newPassword = { password: secret({ label: PASSWORD, required: true, max: MAX_PASSWORD }) };

const password = (deps: UserDeps): Route[] =>
  form({
    path: `${BASE}:id/password/`,
    who: can('users.change_user'),
    rows: { one: userResource },
    write: {
      put: 'users.user.password.put',
      patch: 'users.user.password.patch',
      body: newPassword,
      drawn: { title: PASSWORD, fields: newPassword },
      answer: NOTHING,
      errors: ['superuser_only', 'outranked', 'user_confirm_required'],
      async take(ctx, { row: user, body }) {
        await refuseUnchangeable(ctx, user.id);
        await identifyAtBrowser(ctx, deps);
        // The kernel takes an empty secret for one that stays as it is.
        if (!body.password) throw InvalidInput.on('password', 'required');
        const queueKey = queueKeyOf(ctx, user.username, { inTransaction: true });
        const hash = await acceptPassword(ctx, deps, queueKey, 'password', body.password, user.id);
        await storePassword(ctx, user.id, hash, { mustChange: user.need_update_password });
        await tellOfWayIn(ctx, deps, user.id, 'password_set');
        return {};
      },
    },
  });

export const userRoutes = (deps: UserDeps): Route[] => [invite(deps), ...password(deps)];
