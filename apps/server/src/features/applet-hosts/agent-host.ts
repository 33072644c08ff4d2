import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, fetchRow, type Kernel, ok, type Reply } from '@postern/resource';

import { settleDeployments } from './deployments.ts';

/** The type of component that an agent is. */
const AGENT = 'tinker';

/** A host, as far as its agent goes. */
export interface Host {
  id: string;
  name: string;
}

const missing = (ctx: Context, kernel: Kernel): CodedError =>
  new CodedError('object_does_not_exist', { resource: kernel.byName('applethost').label[ctx.language] });

async function hostOf(ctx: Context, kernel: Kernel, id: string): Promise<Host> {
  const row = await fetchRow(kernel.byName('applethost'), ctx, id);
  return { id: String(row.id), name: String(row.name) };
}

/** The host that the caller is bound to. @throws CodedError object_does_not_exist for any other and for none */
export async function ownHost(ctx: Context, kernel: Kernel, given: string | undefined): Promise<Host> {
  const { component } = ctx.actor;
  const own =
    component && (await ctx.tx.selectFrom('applet_hosts').select('asset_id').where('terminal_id', '=', component.id).executeTakeFirst());
  if (!own || (given !== undefined && parseUuid(given) !== own.asset_id)) throw missing(ctx, kernel);
  return hostOf(ctx, kernel, own.asset_id);
}

/** Binds the caller to a host, and tells that it was there now. */
export async function startup(ctx: Context, kernel: Kernel, given: string): Promise<Reply> {
  const { component } = ctx.actor;
  if (component?.type !== AGENT) throw new CodedError('permission_denied');
  // Its asset is not locked: whoever gives people logins on it has locked the host, and asks for the asset then.
  const host = await hostOf(ctx, kernel, given);
  const rows = await ctx.tx
    .selectFrom('applet_hosts')
    .select(['asset_id', 'terminal_id'])
    .where((at) => at.or([at('asset_id', '=', host.id), at('terminal_id', '=', component.id)]))
    .orderBy('asset_id')
    .forUpdate()
    .execute();
  const row = rows.find(({ asset_id }) => asset_id === host.id);
  if (!row) throw missing(ctx, kernel);
  const bound = row.terminal_id === component.id;
  if (!bound && (row.terminal_id !== null || rows.length > 1)) throw new CodedError('applet_host_bound');
  await ctx.tx
    .updateTable('applet_hosts')
    .set({ terminal_id: component.id, date_synced: ctx.clock() })
    .where('asset_id', '=', host.id)
    .execute();
  if (!bound)
    ctx.audit({
      action: 'update',
      resourceType: 'applethost',
      resourceId: host.id,
      resource: host.name,
      changes: [{ field: 'terminal', before: '', after: `${ctx.actor.name}(${component.id})` }],
    });
  await settleDeployments(ctx, kernel, host.id);
  return ok({ msg: 'ok' });
}
