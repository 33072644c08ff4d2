import { type Context, change, fetchRow, type Kernel } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { assetPermission } from './permission.resource.ts';

/**
 * Switches a permission that came of a ticket off, in the organisation of the context: live sessions that nothing else allows end within seconds (decision 0042).
 * @returns false when it is over or gone already
 */
export async function endGrant(kernel: Kernel, ctx: Context, id: string): Promise<boolean> {
  const there = await anyRow(
    ctx.tx.selectFrom('asset_permissions').where('id', '=', id).where('is_active', '=', true).where('date_expired', '>', ctx.clock()),
  );
  if (!there) return false;
  const resource = kernel.byName(assetPermission.name);
  await change(resource, ctx, await fetchRow(resource, ctx, id), { is_active: false });
  return true;
}
