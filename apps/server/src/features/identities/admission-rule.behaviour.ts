import { InvalidInput } from '@postern/contract/errors';
import { among, at, type Behaviour, type Context, type Write } from '@postern/resource';
import { roleDisplayName } from '../rbac/index.ts';
import { groupsOf } from '../users/index.ts';
import { NEVER_GIVEN, problemOfPattern } from './rules.ts';

/** What a rule will be: what is not written stays. */
const written = (write: Write, field: string, column = field): unknown =>
  write.values[field] === undefined ? write.before?.[column] : write.values[field];

async function linked(ctx: Context, write: Write, field: 'org_roles' | 'groups'): Promise<readonly string[]> {
  if (write.values[field] !== undefined) return write.values[field] as readonly string[];
  const rule = write.before?.id;
  if (rule === undefined) return [];
  const rows =
    field === 'org_roles'
      ? await ctx.tx.selectFrom('admission_rule_roles').select('role_id as id').where('rule_id', '=', String(rule)).execute()
      : await ctx.tx.selectFrom('admission_rule_groups').select('group_id as id').where('rule_id', '=', String(rule)).execute();
  return rows.map(({ id }) => id);
}

/** Groups are of the organisation that the rule puts people into: those of another one would be given to people who are not in it. */
async function refuseForeignGroups(ctx: Context, orgId: string, groups: readonly string[]): Promise<void> {
  const theirs = await groupsOf(ctx, orgId, groups);
  const foreign = groups.find((id) => !theirs.has(id));
  if (foreign) throw InvalidInput.on('groups', 'does_not_exist', { value: foreign });
}

async function check(ctx: Context, write: Write): Promise<void> {
  const values = (written(write, 'values', 'texts') ?? []) as readonly string[];
  if (values.length === 0 || values.includes('')) throw InvalidInput.on('values', 'required');
  const match = written(write, 'match') ?? 'exact';
  if (match === 'exact' && values.length > 1) throw InvalidInput.on('values', 'too_many', { max: 1 });
  if (match === 'regex')
    for (const value of values) {
      const problem = problemOfPattern(value);
      if (problem) throw InvalidInput.on('values', problem.code, { ...problem.params });
    }
  const role = written(write, 'system_role', 'system_role_id') as string | null | undefined;
  if (role && NEVER_GIVEN.has(role)) throw InvalidInput.on('system_role', 'does_not_exist', { value: role });
  const [orgId, roles, groups] = [
    written(write, 'organization', 'organization_id') as string | null | undefined,
    await linked(ctx, write, 'org_roles'),
    await linked(ctx, write, 'groups'),
  ];
  if (!orgId && (roles.length > 0 || groups.length > 0)) throw InvalidInput.on('organization', 'required');
  if (!orgId && !role) throw InvalidInput.on('organization', 'required');
  if (orgId && groups.length > 0) await refuseForeignGroups(ctx, orgId, groups);
}

/** Built-in roles have names in the language of whoever asks. */
async function rolesShown(ctx: Context, ids: readonly (string | number)[]): Promise<Map<string, { id: string; name: string }>> {
  const rows = await ctx.tx
    .selectFrom('roles as r')
    .select(['r.id', 'r.name', 'r.builtin'])
    .where(among(at('r')('id'), ids.map(String)))
    .execute();
  return new Map(rows.map((row) => [row.id, { id: row.id, name: roleDisplayName(row, ctx.language) }]));
}

/** Refuses rules that could give nothing, more than anybody may get by a rule, or something of another organisation. */
export const admissionRuleBehaviour: Behaviour = { prepare: check, expand: { org_roles: rolesShown, system_role: rolesShown } };
