import { type Context, changes, type Kernel } from '@postern/resource';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { PATTERNED, type PatternRow, problemWords, unreadableRules } from './unreadable-rules.ts';

type RuleRow = PatternRow & { is_active: boolean };
const state = (row: RuleRow) => ({ row: { ...row }, links: new Map() });

/** Makes rules of one kind inactive; answers the names of those that were not. */
export async function switchOff(ctx: Context, kernel: Kernel, name: string, ids: readonly string[]): Promise<string[]> {
  const resource = kernel.byName(name);
  const { rows } = await sql<RuleRow>`update ${sql.table(resource.table)} set is_active = false
    where id = any(${[...ids]}::uuid[]) and is_active returning *`.execute(ctx.tx);
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
  const { rows } = await sql<{ acl_id: string }>`select distinct acl_id from command_filter_acl_groups
    where group_id = any(${idsOf('commandgroup')}::uuid[])`.execute(ctx.tx);
  const names: string[] = [];
  for (const { name } of PATTERNED) {
    if (name === 'commandgroup') continue;
    const more = name === 'commandfilteracl' ? rows.map((row) => row.acl_id) : [];
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
