import { InvalidInput } from '@postern/contract/errors';
import { parseUuids } from '@postern/contract/ids';
import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { among, and, at, type Context, EVERYBODY, eb, NOBODY, or, type Where } from '@postern/resource';
import { onNodes } from '../assets/index.ts';
import { ofOrganisation, within } from '../nodes/index.ts';
import type { Wanted } from './request.ts';

/** What may be asked for in an organisation, as conditions on nodes (`n`) and assets (`a`); docs/wire/tickets.md#what-is-offered. */
export interface Offer {
  nodes: Where;
  assets: Where;
}

const chosen = (settings: SettingsReader): string[] => parseUuids(settings.get('TICKET_OFFERED_NODES'));

/** A chosen root stands for the whole organisation. */
async function belowChosen(ctx: Context, settings: SettingsReader, orgId: string): Promise<Offer> {
  const rows = await ctx.tx
    .selectFrom('nodes as n')
    .select(['n.key', 'n.parent_key'])
    .where(and(among(eb.ref('n.id'), chosen(settings)), ofOrganisation(orgId, at('n'))))
    .execute();
  if (rows.some((row) => row.parent_key === '')) return { nodes: EVERYBODY, assets: EVERYBODY };
  const keys = rows.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return { nodes: NOBODY, assets: NOBODY };
  return { nodes: or(...keys.map((key) => within(eb.ref('n.key'), key))), assets: onNodes('a.id', keys) };
}

/** What the settings let members of an organisation ask for. */
export async function offeredIn(ctx: Context, settings: SettingsReader, orgId: string): Promise<Offer> {
  const what = settings.get('TICKET_OFFERED');
  if (what === 'all') return { nodes: EVERYBODY, assets: EVERYBODY };
  return what === 'nodes' ? belowChosen(ctx, settings, orgId) : { nodes: NOBODY, assets: NOBODY };
}

/**
 * What is not offered is not there: whoever asks by an id learns nothing of it.
 * @throws InvalidInput as for an id that leads nowhere
 */
export async function refuseNotOffered(ctx: Context, offer: Offer, { nodes, assets }: Pick<Wanted, 'nodes' | 'assets'>): Promise<void> {
  const offeredNodes = await ctx.tx
    .selectFrom('nodes as n')
    .select('n.id')
    .where(and(among(eb.ref('n.id'), nodes), offer.nodes))
    .execute();
  refuseMissing('apply_nodes', nodes, offeredNodes);
  const offeredAssets = await ctx.tx
    .selectFrom('assets as a')
    .select('a.id')
    .where(and(among(eb.ref('a.id'), assets), offer.assets))
    .execute();
  refuseMissing('apply_assets', assets, offeredAssets);
}

function refuseMissing(field: string, ids: readonly string[], found: readonly { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw InvalidInput.on(field, 'does_not_exist', { value: unknown });
}

/**
 * What is about to be stored names nodes that are there.
 * @throws InvalidInput
 */
export async function judgeOfferedNodes(ctx: Context, changed: ReadonlyMap<SettingKey, unknown>): Promise<void> {
  const wanted = (changed.get('TICKET_OFFERED_NODES') ?? []) as readonly string[];
  const found = await ctx.tx
    .selectFrom('nodes as n')
    .select('n.id')
    .where(among(eb.ref('n.id'), parseUuids(wanted)))
    .execute();
  const missing = wanted.find((id) => !found.some((node) => node.id === id));
  if (missing !== undefined) throw InvalidInput.on('TICKET_OFFERED_NODES', 'does_not_exist', { value: missing.slice(0, 64) });
}
