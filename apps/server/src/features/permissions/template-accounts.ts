import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { among, at, type Context, inOrg, type Kernel } from '@postern/resource';
import { requireRight } from '../../platform/http/policy.ts';
import { createAccount } from '../accounts/index.ts';
import { assetsOf } from './granted.ts';

/** Accounts that one saving of a permission may make. */
const MAX_ACCOUNTS = 500;

/** Ids of templates among the accounts of a permission, written as `%id` (docs/wire/permissions.md#accounts-of-a-permission). */
export const templateIds = (accounts: unknown): string[] =>
  Array.isArray(accounts)
    ? accounts.flatMap((entry) => (typeof entry === 'string' && entry.startsWith('%') ? (parseUuid(entry.slice(1)) ?? []) : []))
    : [];

/**
 * Makes the accounts of templates on the assets of a permission that have none of that username and kind of secret. They
 * are not put on the machines by this.
 * @throws CodedError right_missing for who may not make accounts
 * @throws InvalidInput under `accounts` when too many would be made at once
 */
export async function makeTemplateAccounts(kernel: Kernel, ctx: Context, permissionId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await ctx.tx
    .selectFrom('account_templates as x')
    .innerJoin('assets as a', 'a.org_id', 'x.org_id')
    .select(['a.id as asset_id', 'x.id as template_id'])
    .where('a.id', 'in', assetsOf(ctx, permissionId))
    .where((eb) => among(eb.ref('x.id'), ids))
    .where(inOrg(ctx, at('x')))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as c')
            .select('c.id')
            .whereRef('c.asset_id', '=', 'a.id')
            .whereRef('c.username', '=', 'x.username')
            .whereRef('c.secret_type', '=', 'x.secret_type'),
        ),
      ),
    )
    .orderBy('a.id')
    .limit(MAX_ACCOUNTS + 1)
    .execute();
  if (rows.length === 0) return;
  requireRight(ctx, 'accounts.add_account');
  if (rows.length > MAX_ACCOUNTS) throw InvalidInput.on('accounts', 'too_many', { max: MAX_ACCOUNTS });
  // The name is the template's, as everything else; the key only has to be there.
  for (const { asset_id, template_id } of rows) await createAccount(kernel, ctx, { asset: asset_id, template: template_id, username: '' });
}
