import { CodedError } from '@postern/contract/errors';
import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { render } from '@postern/contract/text';
import {
  type Context,
  can,
  fetchRow,
  formatDatetime,
  type Kernel,
  list,
  ok,
  pageLinks,
  paging,
  type Request,
  type Route,
  retrieve,
} from '@postern/resource';
import { sql } from 'kysely';

/** Asks for a fresh confirmation of who sits there; throws the refusal the console understands (contract/authentication.md §8). */
export type RequireConfirmation = (ctx: Context, level: 'mfa') => void | Promise<void>;

type Wire = Record<string, unknown>;

/** Opens the secrets of some accounts, one audit event each: the only place where people get to see them. */
async function reveal(ctx: Context, items: readonly Wire[]): Promise<Wire[]> {
  const ids = items.map((item) => String(item.id));
  const { rows } = await sql<{ id: string; name: string; username: string; org_id: string; secret: string | null }>`
    select id, name, username, org_id, secret from accounts where id = any(${ids}::uuid[])`.execute(ctx.tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    ctx.audit({ action: 'view', resourceType: 'account', resourceId: row.id, resource: `${row.name}(${row.username})`, orgId: row.org_id });
  }
  return items.map((item) => {
    const sealed = byId.get(String(item.id))?.secret;
    return { ...item, secret: sealed ? ctx.secrets.open(sealed) : '' };
  });
}

async function listSecrets(kernel: Kernel, ctx: Context, request: Request): Promise<unknown> {
  const found = await list(kernel, kernel.byName('account'), ctx, withoutCut(request));
  if (!Array.isArray(found)) return { ...found, results: await reveal(ctx, found.results) };
  if (found.length > 10_000) throw new CodedError('file_content_overflowed');
  return reveal(ctx, found);
}

/** The id is what a secret is found by, so it cannot be left out of the answer. */
export function withoutCut(request: Request): Request {
  const { fields: _fields, 'fields!': _without, ...query } = request.query;
  return { ...request, query };
}

/** Former secrets, newest first; the newest row is left out while it is still the current one (contract/accounts.md §2.2). */
async function histories(kernel: Kernel, ctx: Context, request: Request): Promise<unknown> {
  const page = paging(request.query);
  const row = await fetchRow(kernel.byName('account'), ctx, String(request.params.id));
  const { rows } = await sql<{
    id: number;
    secret: string | null;
    secret_type: SecretType;
    version: number;
    history_date: Date;
    history_user: string | null;
    current: string | null;
  }>`
    select h.id, h.secret, h.secret_type, h.version, h.history_date, h.history_user, a.secret as current
    from accounts_history h join accounts a on a.id = h.account_id
    where h.account_id = ${row.id} order by h.id desc limit 1000`.execute(ctx.tx);
  ctx.audit({ action: 'view', resourceType: 'account', resourceId: String(row.id), resource: `${row.name}(${row.username})` });
  const open = (sealed: string | null) => (sealed ? ctx.secrets.open(sealed) : '');
  const shown = rows.length > 0 && open(rows[0]?.secret ?? null) === open(rows[0]?.current ?? null) ? rows.slice(1) : rows;
  const part = page ? shown.slice(page.offset, page.offset + page.limit) : shown;
  const results = part.map(({ id, secret, secret_type, version, history_date, history_user }) => ({
    id,
    secret: open(secret),
    secret_type: { value: secret_type, label: render(SECRET_TYPE_LABELS[secret_type], ctx.language) },
    version,
    history_user,
    history_date: formatDatetime(history_date, ctx.timeZone),
  }));
  return page ? { count: shown.length, ...pageLinks(request.url, page, shown.length), results } : results;
}

/** Reading is an act of its own here: it runs in a transaction, so that no secret leaves without its audit event. */
export function accountSecretRoutes(kernel: () => Kernel, confirm: RequireConfirmation): readonly Route[] {
  const policy = can('accounts.view_accountsecret');
  const base = '/api/v1/accounts/account-secrets/';
  return [
    {
      method: 'GET',
      path: base,
      name: 'accounts.secret.list',
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
      name: 'accounts.secret.retrieve',
      policy,
      transaction: true,
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        const found = await retrieve(kernel(), kernel().byName('account'), ctx, String(request.params.id), {});
        return ok((await reveal(ctx, [found]))[0]);
      },
    },
    {
      method: 'GET',
      path: `${base}:id/histories/`,
      name: 'accounts.secret.histories',
      policy,
      transaction: true,
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        return ok(await histories(kernel(), ctx, request));
      },
    },
  ];
}
