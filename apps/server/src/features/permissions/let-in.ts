import { type Context, insert, type Kernel, policyOf, type Row, readBody } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { enforce } from '../../platform/http/policy.ts';
import { assetPermission, permissionRows } from './permission.resource.ts';

interface LetIn {
  asset: { id: string; name: string };
  users: readonly string[];
  groups: readonly string[];
  /** Usernames they may log in as. */
  accounts: readonly string[];
}

/** Characters of an asset's id that tell its permission from one of the same name. */
const MARK = 8;

/**
 * Lets people use a machine that was just added: a permission of its name, by the rules of every other.
 * @throws CodedError permission_denied for who may make no permissions
 */
export async function letIn(kernel: Kernel, ctx: Context, { asset, users, groups, accounts }: LetIn): Promise<Row> {
  const resource = kernel.byName(assetPermission.name);
  enforce(policyOf(resource, 'create'), ctx.actor, { bootstrap: false }, { method: 'POST', path: resource.url, query: {} });
  const taken = await anyRow(ctx.tx.selectFrom('asset_permissions as p').where(permissionRows(ctx, 'p')).where('p.name', '=', asset.name));
  const name = taken ? `${asset.name.slice(0, 100)} (${asset.id.slice(0, MARK)})` : asset.name;
  const body = { name, users, user_groups: groups, assets: [asset.id], accounts };
  return insert(resource, ctx, readBody(resource, ctx, body, { verb: 'create', partial: false }), body);
}
