import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, can, type Kernel, list, ok, type Query, type Request, type Route, retrieve } from '@postern/resource';
import { sql } from 'kysely';
import { narrowed } from '../assets/index.ts';
import { type RequireConfirmation, withoutCut } from './account-secrets.routes.ts';

/** Templates beyond the plain verbs (contract/accounts.md §3). */

type Wire = Record<string, unknown>;

/** Templates to switch from: all but the one that asks and those that switch from it. Without `template_id` all. */
function switchSources(kernel: Kernel, ctx: Context, query: Query, url: URL): Promise<unknown> {
  const { template_id, ...rest } = query;
  const id = parseUuid(template_id);
  const where = id ? sql<boolean>`t.id <> ${id} and t.su_from_id is distinct from ${id}::uuid` : sql<boolean>`true`;
  return list(kernel, narrowed(kernel.byName('accounttemplate'), where), ctx, { query: rest, url });
}

/** Opens the secrets of some templates, one audit event each. */
async function reveal(ctx: Context, items: readonly Wire[]): Promise<Wire[]> {
  const ids = items.map((item) => String(item.id));
  const { rows } = await sql<{ id: string; name: string; org_id: string; secret: string | null }>`
    select id, name, org_id, secret from account_templates where id = any(${ids}::uuid[])`.execute(ctx.tx);
  const sealed = new Map(rows.map((row) => [row.id, row.secret]));
  for (const row of rows)
    ctx.audit({ action: 'view', resourceType: 'accounttemplate', resourceId: row.id, resource: row.name, orgId: row.org_id });
  return items.map((item) => {
    const secret = sealed.get(String(item.id));
    return { ...item, secret: secret ? ctx.secrets.open(secret) : '' };
  });
}

async function listSecrets(kernel: Kernel, ctx: Context, request: Request): Promise<unknown> {
  const found = await list(kernel, kernel.byName('accounttemplate'), ctx, withoutCut(request));
  if (!Array.isArray(found)) return { ...found, results: await reveal(ctx, found.results) };
  if (found.length > 10_000) throw new CodedError('file_content_overflowed');
  return reveal(ctx, found);
}

export function accountTemplateRoutes(kernel: () => Kernel, confirm: RequireConfirmation): readonly Route[] {
  const policy = can('accounts.view_accounttemplatesecret');
  const base = '/api/v1/accounts/account-template-secrets/';
  return [
    {
      method: 'GET',
      path: '/api/v1/accounts/account-templates/su-from-account-templates/',
      name: 'accounts.template.suFrom',
      policy: can('accounts.view_accounttemplate'),
      handle: async (ctx, { query, url }) => ok(await switchSources(kernel(), ctx, query, url)),
    },
    {
      method: 'GET',
      path: base,
      name: 'accounts.templatesecret.list',
      policy,
      transaction: true,
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        return ok(await listSecrets(kernel(), ctx, request));
      },
    },
    {
      method: 'GET',
      path: `${base}:id/`,
      name: 'accounts.templatesecret.retrieve',
      policy,
      transaction: true,
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        const found = await retrieve(kernel(), kernel().byName('accounttemplate'), ctx, String(request.params.id), {});
        return ok((await reveal(ctx, [found]))[0]);
      },
    },
  ];
}
