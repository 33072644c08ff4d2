import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import { at, type Context, eb, or } from '@postern/resource';
import { ofOrganisation } from '../nodes/index.ts';
import { type FlowRule, holdingIn, type Strategy } from './flow.resource.ts';
import { ableReviewers, type Person } from './reviewers.ts';

/** Who decides a request: the levels of the flow that holds in its organisation, each resolved to people at this moment. */

export interface Level {
  strategy: Strategy;
  /** Those who can decide it now; none when nobody can. */
  people: Person[];
}

const ADMINISTRATORS: Readonly<Record<Exclude<Strategy, 'custom_user'>, { system: boolean; organisation: boolean }>> = {
  super_admin: { system: true, organisation: false },
  org_admin: { system: false, organisation: true },
  super_org_admin: { system: true, organisation: true },
};

/** Ids of the people that a level names, able or not. Roles are asked for in the organisation that the request is about. */
async function named(ctx: Context, { strategy, assignees }: FlowRule, orgId: string): Promise<readonly string[]> {
  if (strategy === 'custom_user') return assignees;
  const { system, organisation } = ADMINISTRATORS[strategy];
  const there = ofOrganisation(orgId, at('b'));
  const rows = await ctx.tx
    .selectFrom('role_bindings as b')
    .select('b.user_id')
    .distinct()
    .where(
      or(
        ...(system ? [eb('b.role_id', '=', ROLE.SYSTEM_ADMIN)] : []),
        ...(organisation ? [eb.and([eb('b.role_id', '=', ROLE.ORG_ADMIN), there])] : []),
      ),
    )
    .execute();
  return rows.flatMap(({ user_id: id }) => id ?? []);
}

/** The flow that holds for requests in an organisation; undefined where its rules were lost. */
export const flowIn = (ctx: Context, orgId: string) =>
  ctx.tx
    .selectFrom('ticket_flows as f')
    .select(['f.id', 'f.rules', 'f.approval_level'])
    .where('f.type', '=', 'apply_asset')
    .where(holdingIn(orgId, at('f')))
    .executeTakeFirst();

/** Those who can decide one level now; `applicantId` never can. */
export const levelOf = async (ctx: Context, rule: FlowRule, orgId: string, applicantId: string): Promise<Level> => ({
  strategy: rule.strategy,
  people: await ableReviewers(ctx, await named(ctx, rule, orgId), orgId, applicantId),
});

/** The levels through which a request of a person in an organisation goes; none where no flow holds. */
export async function levelsFor(ctx: Context, orgId: string, applicantId: string): Promise<Level[]> {
  const flow = await flowIn(ctx, orgId);
  const levels: Level[] = [];
  for (const rule of flow?.rules ?? []) levels.push(await levelOf(ctx, rule, orgId, applicantId));
  return levels;
}

/** Nobody: who would decide for whoever comes. */
export const ANYBODY = ORG.ROOT;

/** An organisation that goes takes its flow along. */
export async function forgetFlows(ctx: Context, { id }: { id: string }): Promise<void> {
  await ctx.tx
    .deleteFrom('ticket_flows as f')
    .where(ofOrganisation(id, at('f')))
    .execute();
}

/** The flow that every installation has: system administrators decide. One that was changed stays as it is. */
export async function installFlow(ctx: Context): Promise<void> {
  await ctx.tx
    .insertInto('ticket_flows')
    .values({
      id: randomUUID(),
      type: 'apply_asset',
      approval_level: 1,
      rules: JSON.stringify([{ strategy: 'super_admin', assignees: [] }]),
      org_id: ORG.ROOT,
      created_by: 'System',
      updated_by: 'System',
    })
    .onConflict((clash) => clash.columns(['org_id', 'type']).doNothing())
    .execute();
}
