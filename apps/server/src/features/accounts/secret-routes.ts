import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, can, formatOf, type Kernel, list, ok, type Request, type Route, retrieve, type Shape } from '@postern/resource';
import { sql } from 'kysely';
import { shown } from '../../platform/shown.ts';
import { exportSealed, MAX_SECRETS } from './sealed-export.ts';

/** Asks for a fresh confirmation of who sits there; throws the refusal the console understands (docs/wire/authentication.md#asking-again). */
export type RequireConfirmation = (ctx: Context, level: 'mfa') => void | Promise<void>;

const SECRET = text('Secret', '密文', 'シークレット');

type Wire = Record<string, unknown>;

/** Whose secrets people may see, and where. */
interface Guarded {
  resource: 'account' | 'accounttemplate';
  table: 'accounts' | 'account_templates';
  base: string;
  /** Names of the routes begin with it. */
  name: string;
  permission: string;
  /** How the audit log calls one. */
  titleOf(row: { name: string; username: string }): string;
}

/** Opens the secrets of some rows, one audit event each: the only place where people get to see them. */
async function reveal(
  { resource, table, titleOf }: Guarded,
  ctx: Context,
  ids: readonly (string | number)[],
): Promise<Map<string | number, string>> {
  const { rows } = await sql<{ id: string; name: string; username: string; org_id: string; secret: string | null }>`
    select id, name, username, org_id, secret from ${sql.table(table)} where id = any(${ids.map(String)}::uuid[])`.execute(ctx.tx);
  for (const row of rows)
    ctx.audit({ action: 'view', resourceType: resource, resourceId: row.id, resource: titleOf(row), orgId: row.org_id });
  return new Map(rows.map(({ id, secret }) => [id, secret ? ctx.secrets.open(secret) : '']));
}

async function withSecrets(guarded: Guarded, ctx: Context, items: readonly Wire[]): Promise<Wire[]> {
  const secrets = await reveal(
    guarded,
    ctx,
    items.map(({ id }) => String(id)),
  );
  return items.map((item) => ({ ...item, secret: secrets.get(String(item.id)) ?? '' }));
}

async function listSecrets(guarded: Guarded, kernel: Kernel, ctx: Context, request: Request): Promise<unknown> {
  const found = await list(kernel, kernel.byName(guarded.resource), ctx, withoutCut(request));
  if (!Array.isArray(found)) return { ...found, results: await withSecrets(guarded, ctx, found.results) };
  if (found.length > MAX_SECRETS) throw new CodedError('file_content_overflowed');
  return withSecrets(guarded, ctx, found);
}

/** The id is what a secret is found by, so it cannot be left out of the answer. */
function withoutCut(request: Request): Request {
  const { fields: _fields, 'fields!': _without, ...query } = request.query;
  return { ...request, query };
}

/**
 * List and detail with the secrets in clear, behind a fresh confirmation (docs/wire/accounts.md#looking-at-secrets). Reading is an act of
 * its own here: it runs in a transaction, so that no secret leaves without its audit event.
 */
export function secretRoutes(guarded: Guarded, kernel: () => Kernel, confirm: RequireConfirmation): readonly Route[] {
  const { base, name, resource } = guarded;
  const shape = (view: 'list' | 'detail'): Shape => ({
    rows: resource,
    view,
    fields: { secret: shown(SECRET) },
    behind: (ctx) => confirm(ctx, 'mfa'),
  });
  const shared = { method: 'GET', policy: can(guarded.permission), transaction: true } as const;
  return [
    {
      ...shared,
      path: base,
      name: `${name}.list`,
      shape: shape('list'),
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        const format = formatOf(request.query);
        return format
          ? exportSealed(kernel(), guarded.resource, ctx, request, format, (ids) => reveal(guarded, ctx, ids))
          : ok(await listSecrets(guarded, kernel(), ctx, request));
      },
    },
    {
      ...shared,
      path: `${base}:id/`,
      name: `${name}.retrieve`,
      shape: shape('detail'),
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        const found = await retrieve(kernel(), kernel().byName(resource), ctx, String(request.params.id), {});
        return ok((await withSecrets(guarded, ctx, [found]))[0]);
      },
    },
  ];
}
