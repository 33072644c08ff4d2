import type { Context, Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import type { MachineAutomation } from './methods/index.ts';

/** Whether a platform, under the alias `p`, lets its assets be automated so. */
export const allows = (automation: MachineAutomation): RawBuilder<boolean> => sql<boolean>`
  coalesce(p.automation->>'ansible_enabled' = 'true' and p.automation->>${sql.lit(`${automation}_enabled`)} = 'true', false)`;

/** A kind of machine: the type of a platform, and what that says about one automation. */
export interface MachineKind {
  type: string;
  enabled: boolean;
  method: string | null;
}

/** Kinds of the active ones among some assets; `which` is about assets under the alias `a`. */
export async function machineKinds(ctx: Context, automation: MachineAutomation, which: Where): Promise<MachineKind[]> {
  const { rows } = await sql<MachineKind>`
    select distinct p.type, p.automation->>${`${automation}_method`} as method, ${allows(automation)} as enabled
    from assets a join platforms p on p.id = a.platform_id where a.is_active and ${which}`.execute(ctx.tx);
  return rows;
}
