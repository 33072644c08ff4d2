import { CodedError } from '@postern/contract/errors';
import { ORG, parseUuid, ROLE } from '@postern/contract/ids';
import { BUILTIN_ROLES } from '@postern/contract/permissions';
import { LANGUAGES, render } from '@postern/contract/text';
import { among, at, type Behaviour, type Context, eb, NOBODY, type Row, type Values, type Where, type Write } from '@postern/resource';
import { queueKeyOf } from '../../platform/auth/hash-queue.ts';
import {
  assignedRoles,
  belongsSomewhere,
  beyondReach,
  isEverywhere,
  keepAnAdministrator,
  memberIds,
  orgBindingRows,
  refuseOutranking,
  setOrgRoles,
  setSystemRoles,
  systemBindingRows,
} from '../rbac/index.ts';
import { acceptPublicKey, profileKey, setProfileKey } from '../ssh-keys/index.ts';
import { setGroups } from './groups.ts';
import { takeMail } from './mail-change.ts';
import { takeOutside } from './outside/outside-rules.ts';
import { mailWelcome } from './password-mails.ts';
import { acceptPassword, passwordChanged, rememberPassword, revokeAccess } from './passwords.ts';
import { takePhone } from './phone-change.ts';
import { holdsOneOf, inGroup, inGroupNamed, userAttributes } from './user.attributes.ts';
import { asUser } from './user.resource.ts';
import { userRows } from './user.rows.ts';
import { userActions } from './user-actions.ts';
import { noteChange } from './user-changes.ts';
import { fact, groupsOf, groupsOfRow, orgRolesWire, systemRolesWire } from './user-facts.ts';
import { guardPerson, guardSuperuser, isSuperuser, type UserDeps } from './user-guards.ts';
import { mailDecision } from './waiting.ts';
import { identifyAtBrowser, tellOfWayIn } from './ways-in.ts';

const ADMIN = 'admin';

/** Role ids a filter value means: an id, a name, or a built-in role's name in any language. */
async function rolesMeant(ctx: Context, value: string): Promise<string[]> {
  const id = parseUuid(value);
  if (id) return [id];
  const builtin = BUILTIN_ROLES.filter((role) => LANGUAGES.some((language) => role.label[language] === value)).map((role) => role.id);
  const named = await ctx.tx.selectFrom('roles').select('id').where('name', '=', value.slice(0, 128)).execute();
  return [...builtin, ...named.map((role) => role.id)];
}

/** Whether somebody is in a group that a filter names. */
function inGroupOf(value: string): Where {
  const id = parseUuid(value);
  return id ? inGroup(id) : NOBODY;
}

/** Password of the form: stored for local users only, and on create only when it is to be set by hand (docs/wire/users.md#passwords-on-the-form). */
async function takePassword(ctx: Context, deps: UserDeps, { verb, values, before }: Write): Promise<void> {
  const { password } = values;
  const source = values.source ?? before?.source;
  const byHand = verb === 'update' || values.password_strategy === 'custom';
  if (typeof password !== 'string' || password === '' || !byHand || source !== 'local') {
    delete values.password;
    return;
  }
  values.password_hash = await acceptPassword(
    ctx,
    deps,
    queueKeyOf(ctx, '', { inTransaction: true }),
    'password',
    password,
    before && asUser(before).id,
  );
  values.date_password_last_updated = ctx.clock();
}

function takePublicKey(values: Values): void {
  const { public_key: key } = values;
  if (key === undefined) return;
  if (key === null || key === '') {
    delete values.public_key;
    return;
  }
  acceptPublicKey('public_key', String(key));
}

/** Writes what lives in other tables: roles and groups of the organisation of the request, and the SSH key of the form. */
async function storeRelations(ctx: Context, deps: UserDeps, { verb, values }: Write, userId: string): Promise<void> {
  const systemRoles = (values.system_roles as string[] | undefined) ?? (verb === 'create' ? [ROLE.USER] : undefined);
  if (systemRoles) await setSystemRoles(ctx, deps, userId, systemRoles);
  if (!ctx.org.isRoot) {
    const orgRoles = (values.org_roles as string[] | undefined) ?? (verb === 'create' ? [ROLE.ORG_USER] : undefined);
    if (orgRoles) await setOrgRoles(ctx, deps, userId, ctx.org.id, orgRoles);
    if (values.groups) await setGroups(ctx, userId, values.groups as string[]);
  }
  if (typeof values.public_key === 'string') await setProfileKey(ctx, userId, acceptPublicKey('public_key', values.public_key));
  if (verb === 'create' && !(await belongsSomewhere(ctx, userId))) await setOrgRoles(ctx, deps, userId, ORG.DEFAULT, [ROLE.ORG_USER]);
}

/** Roles and groups by name, and the SSH key by its fingerprint, as a diff shows them. */
const RELATED = ['system_roles', 'org_roles', 'groups', 'public_key'] as const;
type Relations = Record<(typeof RELATED)[number], string>;

async function relationsOf(ctx: Context, row: Row): Promise<Relations> {
  const { id } = asUser(row);
  const [assigned, groups, key] = await Promise.all([
    assignedRoles(ctx, [id], ctx.org.isRoot ? undefined : ctx.org.id),
    groupsOf(ctx, id),
    profileKey(ctx, id),
  ]);
  const names = (system: boolean) =>
    [...new Set(assigned.filter((role) => isEverywhere(role) === system).map((role) => role.name))].join(', ');
  return {
    system_roles: names(true),
    org_roles: names(false),
    groups: groups.map((group) => group.name).join(', '),
    public_key: key?.fingerprint ?? '',
  };
}

export function userBehaviour(deps: UserDeps): Behaviour {
  const { settings } = deps;
  /** Relations before a write, to show the difference afterwards: the kernel's diff sees stored columns only. */
  const before = new WeakMap<Values, Relations>();

  return {
    rows: userRows,
    // Objects of an organisation name its members only, whoever writes them.
    within: (_ctx, orgId) => eb(at('t')('id'), 'in', memberIds(orgId)),
    attributes: userAttributes,
    filters: {
      group_id: (_ctx, value) => inGroupOf(value),
      exclude_group_id: (_ctx, value) => eb.not(inGroupOf(value)),
      groups: inGroupNamed,
      system_roles: async (ctx, value) => holdsOneOf(ctx, systemBindingRows, await rolesMeant(ctx, value)),
      org_roles: async (ctx, value) => holdsOneOf(ctx, orgBindingRows, await rolesMeant(ctx, value)),
    },
    joined: {
      wecom_id: deps.chatId('wecom'),
      dingtalk_id: deps.chatId('dingtalk'),
      feishu_id: deps.chatId('feishu'),
      slack_id: deps.chatId('slack'),
      is_superuser: fact(settings, (facts) => facts.superuser),
      is_org_admin: fact(settings, (facts) => facts.orgAdmin),
      avatar_url: fact(settings, (facts) => `/static/img/avatar/${facts.superuser ? 'admin' : 'user'}.svg`),
      groups: groupsOfRow,
      system_roles: fact(settings, systemRolesWire),
      org_roles: fact(settings, orgRolesWire),
      mfa_enabled: fact(settings, (facts) => facts.mfaEnabled),
      mfa_force_enabled: fact(settings, (facts) => facts.mfaForced),
    },
    computed: {
      password_strategy: async (ctx, rows) => {
        const label = render({ en: 'Send a link by mail', zh: '通过邮件发送重置链接', ja: 'リンクをメールで送る' }, ctx.language);
        return new Map(rows.map((row) => [asUser(row).id, { value: 'email', label }]));
      },
      can_public_key_auth: async (_ctx, rows) => new Map(rows.map((row) => [asUser(row).id, settings.get('TERMINAL_PUBLIC_KEY_AUTH')])),
      async is_manageable(ctx, rows) {
        const ids = rows.map((row) => asUser(row).id);
        const beyond = await beyondReach(ctx, ids);
        return new Map(ids.map((id) => [id, !beyond.has(id)]));
      },
    },
    async prepare(ctx, write) {
      const { values } = write;
      if (write.before) {
        const { id } = asUser(write.before);
        await guardSuperuser(ctx, id);
        // Nobody locks themselves out.
        if (id === ctx.actor.id) delete values.is_active;
        const username = values.username ?? write.before.username;
        if (username === ADMIN) values.is_active = true;
        const ends = values.is_active === false || (values.date_expired instanceof Date && values.date_expired <= ctx.clock());
        if (ends && (await isSuperuser(ctx, id))) await keepAnAdministrator(ctx, [id]);
        // Switching the account on says the same as letting in.
        if (values.is_active === true && write.before.date_waiting) values.date_waiting = null;
        if (RELATED.some((name) => values[name] !== undefined)) before.set(values, await relationsOf(ctx, write.before));
      } else {
        values.date_joined = ctx.clock();
      }
      takePublicKey(values);
      await takeOutside(ctx, settings, write);
      if (write.before) {
        await guardPerson(ctx, values, write.before);
        await takeMail(ctx, deps, write);
        await takePhone(ctx, deps, asUser(write.before).id, values, write.before);
      }
      await takePassword(ctx, deps, write);
      if (write.before && (values.password_hash !== undefined || values.public_key !== undefined)) await identifyAtBrowser(ctx, deps);
    },
    async written(ctx, write) {
      const { values, verb, row } = write;
      const { id, username } = asUser(row);
      await storeRelations(ctx, deps, write, id);
      if (typeof values.password_hash === 'string') {
        if (verb === 'update') await passwordChanged(ctx, id, values.password_hash);
        else await rememberPassword(ctx, id, values.password_hash);
      }
      if (verb === 'update' && typeof values.password_hash === 'string') await tellOfWayIn(ctx, deps, id, 'password_set');
      if (verb === 'update' && typeof values.public_key === 'string') await tellOfWayIn(ctx, deps, id, 'key_set');
      const over = row.is_active === false || (row.date_expired instanceof Date && row.date_expired <= ctx.clock());
      if (verb === 'update' && over) await revokeAccess(ctx, id);
      const was = before.get(values);
      const is = was && (await relationsOf(ctx, row));
      const changes = was && is ? RELATED.filter((field) => was[field] !== is[field]) : [];
      if (was && is && changes.length > 0) {
        const shown = changes.map((field) => ({ field, before: was[field], after: is[field] }));
        ctx.audit({ action: 'update', resourceType: 'user', resourceId: id, resource: username, changes: shown });
      }
      if (verb === 'create' && values.public_key)
        noteChange(ctx, asUser(row), 'public_key', '', (await profileKey(ctx, id))?.fingerprint ?? '');
      if (write.before?.date_waiting && !row.date_waiting) await mailDecision(ctx, deps, asUser(row), 'let in');
      if (verb === 'create' && row.source === 'local') await mailWelcome(ctx, deps, id);
      if (verb === 'create') await write.shared.once('joined', () => deps.joined(ctx));
      deps.identityChanged(ctx);
    },
    async deleting(ctx, rows) {
      const going = rows.map(asUser).filter((user) => user.username !== ADMIN);
      for (const { id } of going) {
        if (id === ctx.actor.id) throw new CodedError('own_account');
        await guardSuperuser(ctx, id);
        await refuseOutranking(ctx, id, 'users.delete_user');
      }
      if (going.length > 0)
        await keepAnAdministrator(
          ctx,
          going.map((user) => user.id),
        );
      for (const { id } of going) await revokeAccess(ctx, id);
      return going;
    },
    async deleted(ctx: Context, rows: readonly Row[]) {
      const own = among(
        eb.ref('user_id'),
        rows.map((row) => asUser(row).id),
      );
      for (const table of ['password_history', 'passkeys', 'recovery_codes'] as const) await ctx.tx.deleteFrom(table).where(own).execute();
      deps.identityChanged(ctx);
    },
    bulkDelete(_ctx, matched, total, query) {
      if (matched >= total) throw new CodedError('unable_to_delete_all_users');
      return Boolean(query.spm || query.ids || query.id);
    },
    actions: userActions(deps),
  };
}
