import { ACTION, actionsOf } from '@postern/contract/actions';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ALIAS } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import { among, and, type Context, change, eb, fetchRow, formatDatetime, type Kernel, type RowOf, readReferences } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { onNodes } from '../assets/index.ts';
import { lineage } from '../nodes/index.ts';
import { grantToPerson } from '../permissions/index.ts';
import { ownCodes } from '../rbac/index.ts';
import { startOf } from './renewal-start.ts';
import { accessRequest, type ticket as anyTicket, WANTED_WORDS } from './ticket.resource.ts';

/** What somebody asks for, and what comes of it (docs/wire/tickets.md#asking-for-access). */

export interface Wanted {
  nodes: readonly string[];
  assets: readonly string[];
  accounts: readonly string[];
  /** Bits (docs/wire/permissions.md#actions). */
  actions: number;
  start: Date;
  ends: Date;
}

/** A body as clients send it. */
export interface WantedBody {
  apply_nodes: readonly string[];
  apply_assets: readonly string[];
  apply_accounts: readonly string[];
  apply_actions: number | null;
  apply_date_start: Date;
  apply_date_expired: Date;
}

/** Instants are compared as the wire tells them: to the second. */
const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const aliases: ReadonlySet<string> = new Set(Object.values(ALIAS));

/**
 * Reads what is asked for in an organisation. Assets and nodes are those of it, whoever asks: what they are called is told by the search alone.
 * @throws InvalidInput under each field that asks for what cannot be given
 */
export async function readWanted(kernel: Kernel, ctx: Context, orgId: string, body: WantedBody): Promise<Wanted> {
  const there = inOrganisation(ctx, orgId);
  const { apply_date_start: start, apply_date_expired: ends } = body;
  if (seconds(ends) <= seconds(start)) throw InvalidInput.on('apply_date_expired', 'ends_before_it_starts');
  if (ends <= ctx.clock()) throw InvalidInput.on('apply_date_expired', 'in_the_past');
  const unknown = body.apply_accounts.find((name) => name.startsWith('@') && name !== '@SPEC' && !aliases.has(name));
  if (unknown !== undefined) throw InvalidInput.on('apply_accounts', 'invalid_choice', { value: unknown });
  const named = async (target: 'node' | 'asset', field: 'apply_nodes' | 'apply_assets') =>
    (await readReferences(kernel.byName(target), there, field, body[field], { orgId })).map(String);
  return {
    nodes: await named('node', 'apply_nodes'),
    assets: await named('asset', 'apply_assets'),
    accounts: [...new Set(body.apply_accounts.filter((name) => name !== '@SPEC' && name !== ''))],
    actions: body.apply_actions ?? ACTION.connect,
    start,
    ends,
  };
}

/** A request that nobody decides is closed after so many days, or when what it asks for would have ended. */
const WAITS_DAYS = 30;
export const lapsesAt = (ctx: Context, { ends }: Wanted): Date =>
  new Date(Math.min(ends.getTime(), ctx.clock().getTime() + WAITS_DAYS * 86_400_000));

/** What a ticket asks for as it stands. */
export async function wantedOf(ctx: Context, ticketId: string): Promise<Wanted> {
  const found = await ctx.tx
    .selectFrom('tickets')
    .select(['apply_accounts', 'apply_actions', 'apply_date_start', 'apply_date_expired'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const nodes = await ctx.tx.selectFrom('ticket_nodes').select('node_id').where('ticket_id', '=', ticketId).execute();
  const assets = await ctx.tx.selectFrom('ticket_assets').select('asset_id').where('ticket_id', '=', ticketId).execute();
  const now = ctx.clock();
  return {
    nodes: nodes.map((one) => one.node_id),
    assets: assets.map((one) => one.asset_id),
    accounts: found.apply_accounts,
    actions: found.apply_actions ?? 0,
    start: found.apply_date_start ?? now,
    ends: found.apply_date_expired ?? now,
  };
}

/**
 * The last who approve give something: nobody is let in nowhere.
 * @throws InvalidInput under what is missing
 */
export function refuseEmpty({ accounts, assets, nodes }: Wanted): void {
  if (accounts.length === 0) throw InvalidInput.on('apply_accounts', 'required');
  if (assets.length === 0 && nodes.length === 0)
    throw new InvalidInput({ apply_nodes: [{ code: 'required' }], apply_assets: [{ code: 'required' }] });
}

/** Of assets and nodes those that lie outside of what was asked for, nodes standing for all below them. */
async function outside(ctx: Context, before: Wanted, after: Wanted): Promise<boolean> {
  const keys = before.nodes.length === 0 ? [] : await keysOf(ctx, before.nodes);
  const nodes = after.nodes.filter((id) => !before.nodes.includes(id));
  const below = nodes.length === 0 ? [] : await keysOf(ctx, nodes);
  if (below.length < nodes.length || below.some((key) => !lineage(key).some((above) => keys.includes(above)))) return true;
  const assets = after.assets.filter((id) => !before.assets.includes(id));
  if (assets.length === 0) return false;
  if (keys.length === 0) return true;
  const inside = await ctx.tx
    .selectFrom('assets as a')
    .select('a.id')
    .where(and(among(eb.ref('a.id'), assets), onNodes('a.id', keys)))
    .execute();
  return inside.length < assets.length;
}

async function keysOf(ctx: Context, nodeIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('nodes as n')
    .select('n.key')
    .where(among(eb.ref('n.id'), nodeIds))
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}

/** Whether what is given goes beyond what was asked for in any way. */
async function widens(ctx: Context, before: Wanted, after: Wanted): Promise<boolean> {
  const accounts = !before.accounts.includes(ALIAS.ALL) && after.accounts.some((name) => !before.accounts.includes(name));
  // Within @ALL lie the accounts that are there, and none that is typed in or stands for nobody.
  const typed = after.accounts.some((name) => name.startsWith('@') && name !== ALIAS.ALL && !before.accounts.includes(name));
  const actions = (after.actions & ~before.actions) !== 0;
  return (
    accounts ||
    typed ||
    actions ||
    seconds(after.start) < seconds(before.start) ||
    seconds(after.ends) > seconds(before.ends) ||
    outside(ctx, before, after)
  );
}

/** What the permission of a ticket is called: after its title, and told apart by its id. */
export const permissionName = (title: string, id: string): string => `${title.slice(0, 100)} (${id.slice(0, 4)})`;

/** Gives what a ticket asks for, once, as a permission with the id of the ticket. */
export async function giveWanted(kernel: Kernel, ctx: Context, ticketId: string): Promise<void> {
  const ticket = await ctx.tx
    .selectFrom('tickets')
    .select(['title', 'org_id', 'applicant_id', 'apply_permission_name', 'serial_num', 'rel_snapshot', 'renews_id'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (!ticket.applicant_id) throw new CodedError('applicant_gone');
  const { nodes, assets, accounts, actions, start, ends } = await wantedOf(ctx, ticketId);
  await grantToPerson(kernel, inOrganisation(ctx, ticket.org_id), ticket.applicant_id, {
    id: ticketId,
    name: ticket.apply_permission_name ?? permissionName(ticket.title, ticketId),
    created_by: `ApplyAssetTicket:${ticketId}`,
    comment: `${ticket.serial_num ?? ''} ${ticket.title} · ${ticket.rel_snapshot.applicant ?? ''} · ${ctx.actor.name}(${ctx.actor.username})`,
    nodes,
    assets,
    accounts,
    actions,
    date_start: await startOf(ctx, ticket.renews_id, start),
    date_expired: ends,
  });
}

/** `where`: the assets with their addresses, for those who decide. Whoever asks may see no more of them than the search tells: their names. */
type Called = Readonly<Record<keyof Wanted | 'where', string>>;

/** How everything that is asked for is called. */
export async function calledOf(ctx: Context, wanted: Wanted): Promise<Called> {
  const nodes = await ctx.tx
    .selectFrom('nodes as n')
    .select('n.full_value')
    .where(among(eb.ref('n.id'), wanted.nodes))
    .orderBy('n.full_value')
    .execute();
  const assets = await ctx.tx
    .selectFrom('assets as a')
    .select(['a.name', 'a.address'])
    .where(among(eb.ref('a.id'), wanted.assets))
    .orderBy('a.name')
    .execute();
  const instant = (value: Date): string => formatDatetime(value, ctx.timeZone) ?? '';
  return {
    nodes: nodes.map((one) => one.full_value).join(', '),
    assets: assets.map((one) => one.name).join(', '),
    where: assets.map((one) => `${one.name}(${one.address})`).join(', '),
    accounts: wanted.accounts.join(', '),
    actions: actionsOf(wanted.actions)
      .map(({ label }) => render(label, ctx.language))
      .join(', '),
    start: instant(wanted.start),
    ends: instant(wanted.ends),
  };
}

/** What a ticket remembers of what it asks for, should it be deleted, and the marks of the message to those who decide. */
export const toldOf = ({ nodes, assets, where, accounts, ends }: Called) => ({
  snapshot: { apply_nodes: nodes, apply_assets: assets },
  details: { asset: [nodes, where].filter(Boolean).join(', '), account: accounts, ends },
});

/** Stored fields of what is asked for. */
export const fieldsOf = ({ nodes, assets, accounts, actions, start, ends }: Wanted) => ({
  apply_nodes: nodes,
  apply_assets: assets,
  apply_accounts: accounts,
  apply_actions: actions,
  apply_date_start: start,
  apply_date_expired: ends,
});

/**
 * Puts what an approver gives in the place of what was asked for. Less than that everybody may give who was asked; more, who may write
 * permissions in that organisation themselves.
 *
 * @returns lines that say what was changed, in the approver's language; empty when nothing was
 * @throws CodedError beyond_request
 */
export async function replaceWanted(kernel: Kernel, ctx: Context, ticket: { id: string; org_id: string }, after: Wanted): Promise<string> {
  const before = await wantedOf(ctx, ticket.id);
  if (await widens(ctx, before, after)) {
    const rights = await ownCodes(ctx, ticket.org_id);
    if (!ctx.actor.superuser && !rights.has('perms.add_assetpermission')) throw new CodedError('beyond_request');
  }
  const [was, is] = [await calledOf(ctx, before), await calledOf(ctx, after)];
  const changed = (Object.keys(WANTED_WORDS) as (keyof Wanted)[]).filter((name) => was[name] !== is[name]);
  if (changed.length === 0) return '';
  const resource = kernel.byName(accessRequest.name);
  const row = await fetchRow(resource, ctx, ticket.id);
  await change(resource, inOrganisation(ctx, ticket.org_id), row, { ...fieldsOf(after), date_lapses: lapsesAt(ctx, after) });
  // From now on it is what is given that the ticket remembers.
  const { rel_snapshot: remembered } = row as RowOf<typeof anyTicket>;
  const snapshot = { ...remembered, ...toldOf(is).snapshot };
  await ctx.tx
    .updateTable('tickets')
    .set({ rel_snapshot: JSON.stringify(snapshot) })
    .where('id', '=', ticket.id)
    .execute();
  return changed.map((name) => `- ${render(WANTED_WORDS[name], ctx.language)}: ${was[name] || '-'} → ${is[name] || '-'}`).join('\n');
}
