import { among, type Context, changes, type Kernel } from '@postern/resource';
import type { Platform } from '../../platform/platform.ts';
import { deactivate } from './acl.queries.ts';
import { PATTERNED, type PatternRow, problemWords, unreadableRules } from './unreadable-rules.ts';

type RuleRow = PatternRow & { is_active: boolean };
const state = (row: RuleRow) => ({ row: { ...row }, links: new Map() });

/** Makes rules of one kind inactive; answers the names of those that were not. */
export async function switchOff(ctx: Context, kernel: Kernel, name: string, ids: readonly string[]): Promise<string[]> {
  const resource = kernel.byName(name);
  const rows = await deactivate<RuleRow>(ctx, resource.table, ids);
  for (const row of rows)
    ctx.audit({
      action: 'update',
      resourceType: resource.name,
      resourceId: row.id,
      resource: row.name,
      changes: await changes(resource, ctx, state({ ...row, is_active: true }), state(row)),
      ...(row.org_id ? { orgId: row.org_id } : {}),
    });
  return rows.map((row) => row.name);
}

/**
 * Makes all rules inactive that hang on a pattern that cannot be read: the way back in, from the machine, when such a rule keeps
 * everybody out. Filters go off with the command groups they name.
 * @returns names of the rules that were active
 */
export async function switchOffUnreadable(ctx: Context, kernel: Kernel): Promise<string[]> {
  const found = await unreadableRules(ctx, kernel);
  const idsOf = (name: string) => found.filter((rule) => rule.resource === name).map((rule) => rule.id);
  const filters = await ctx.tx
    .selectFrom('command_filter_acl_groups')
    .select('acl_id')
    .distinct()
    .where(({ ref }) => among(ref('group_id'), idsOf('commandgroup')))
    .execute();
  const names: string[] = [];
  for (const { name } of PATTERNED) {
    if (name === 'commandgroup') continue;
    const more = name === 'commandfilteracl' ? filters.map((filter) => filter.acl_id) : [];
    names.push(...(await switchOff(ctx, kernel, name, [...idsOf(name), ...more])));
  }
  return names;
}

/**
 * The command `postern unreadable-rules`: prints them, and switches them off when told to.
 * @returns 1 when there are such rules and they stay as they are
 */
export async function unreadableCommand(
  asSystem: Platform['asSystem'],
  kernel: Kernel,
  switchOff: boolean,
  print: (line: string) => void,
): Promise<number> {
  const found = await asSystem('unreadable rules', (ctx) => unreadableRules(ctx, kernel));
  for (const { resource, name, problem } of found) print(`${resource}  ${name}  ${problemWords(problem, 'en')}`);
  if (!switchOff) return found.length > 0 ? 1 : 0;
  for (const name of await asSystem('switch off unreadable rules', (ctx) => switchOffUnreadable(ctx, kernel)))
    print(`Switched off: ${name}`);
  return 0;
}
