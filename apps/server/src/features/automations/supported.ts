import { FIELD_ERRORS } from '@postern/contract/errors';
import { assetType, typeLabel } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { methodsFor } from '../platforms/index.ts';
import { type MachineAutomation, methodFor } from './methods/index.ts';

/** Told at once when nothing can be done; a run over machines of which some can tells of each in its log. */
export const UNSUPPORTED = FIELD_ERRORS.not_automated;

interface Kind {
  type: string;
  enabled: boolean;
  method: string | null;
}

/** Whether a machine of this kind could: by the method its platform names, or by one that it could name. */
function possible({ type, method }: Kind, automation: MachineAutomation): boolean {
  const known = assetType(type);
  if (!known?.automations.includes(automation)) return false;
  return method === null ? methodsFor(known, automation).some(({ id }) => methodFor(id)) : methodFor(method) !== undefined;
}

/**
 * Labels of the types of some assets when not one of them can be automated so; undefined when one can, or there are none.
 * @param assets a query of ids; inactive ones do not count
 * @param when `now`: the platform has to allow it as well; `ever`: it may be allowed later
 */
export async function unsupportedTypes(
  ctx: Context,
  automation: MachineAutomation,
  assets: RawBuilder<unknown>,
  when: 'now' | 'ever',
): Promise<string | undefined> {
  const { rows } = await sql<Kind>`
    select distinct p.type, p.automation->>${`${automation}_method`} as method,
      coalesce(p.automation->>'ansible_enabled' = 'true' and p.automation->>${`${automation}_enabled`} = 'true', false) as enabled
    from assets a join platforms p on p.id = a.platform_id where a.is_active and a.id in (${assets})`.execute(ctx.tx);
  const unable = rows.filter((kind) => !possible(kind, automation) || (when === 'now' && (!kind.enabled || kind.method === null)));
  if (rows.length === 0 || unable.length < rows.length) return undefined;
  return [...new Set(unable.map(({ type }) => render(typeLabel(type), ctx.language)))].sort().join(', ');
}
