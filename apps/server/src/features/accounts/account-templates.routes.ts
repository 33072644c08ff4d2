import { parseUuid } from '@postern/contract/ids';
import { type Context, can, type Kernel, list, narrowed, ok, type Query, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { type RequireConfirmation, secretRoutes } from './secret-routes.ts';

/** Templates beyond the plain verbs (docs/wire/accounts.md#templates). */

/**
 * Templates to switch from: all but the one that asks and those that switch from it. Without `template_id` all. An array
 * whatever `limit` says: clients of this address know no pages (docs/wire/shapes-accounts.md).
 */
function switchSources(kernel: Kernel, ctx: Context, query: Query, url: URL): Promise<unknown> {
  const { template_id, limit: _limit, offset: _offset, ...rest } = query;
  const id = parseUuid(template_id);
  const where = id ? sql<boolean>`t.id <> ${id} and t.su_from_id is distinct from ${id}::uuid` : sql<boolean>`true`;
  return list(
    kernel,
    narrowed(kernel.byName('accounttemplate'), () => where),
    ctx,
    { query: rest, url },
  );
}

export function accountTemplateRoutes(kernel: () => Kernel, confirm: RequireConfirmation): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/accounts/account-templates/su-from-account-templates/',
      name: 'accounts.template.suFrom',
      shape: { rows: 'accounttemplate' },
      policy: can('accounts.view_accounttemplate'),
      handle: async (ctx, { query, url }) => ok(await switchSources(kernel(), ctx, query, url)),
    },
    ...secretRoutes(
      {
        resource: 'accounttemplate',
        table: 'account_templates',
        base: '/api/v1/accounts/account-template-secrets/',
        name: 'accounts.templatesecret',
        permission: 'accounts.view_accounttemplatesecret',
        titleOf: ({ name }) => name,
      },
      kernel,
      confirm,
    ),
  ];
}
