import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import {
  type Context,
  can,
  fetchRow,
  formatDatetime,
  type Kernel,
  ok,
  pageLinks,
  paging,
  type Request,
  type Route,
  type Shape,
} from '@postern/resource';
import { sql } from 'kysely';
import { shown, WORDS } from '../../platform/shown.ts';
import { type RequireConfirmation, secretRoutes } from './secret-routes.ts';

/** Former secrets, newest first; the newest row is left out while it is still the current one (docs/wire/accounts.md#former-secrets). */
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

const historyShape: Shape = {
  title: text('Former secrets', '历史密文', '過去のシークレット'),
  fields: {
    id: shown(WORDS.id, 'integer'),
    secret: shown(text('Secret', '密文', 'シークレット')),
    secret_type: shown(text('Secret type', '密文类型', 'シークレットの種類'), 'labeled_choice'),
    version: shown(text('Version', '版本', 'バージョン'), 'integer'),
    history_user: shown(WORDS.user),
    history_date: shown(WORDS.date, 'datetime'),
  },
};

export function accountSecretRoutes(kernel: () => Kernel, confirm: RequireConfirmation): readonly Route[] {
  const permission = 'accounts.view_accountsecret';
  const base = '/api/v1/accounts/account-secrets/';
  const titleOf = ({ name, username }: { name: string; username: string }) => `${name}(${username})`;
  return [
    ...secretRoutes({ resource: 'account', table: 'accounts', base, name: 'accounts.secret', permission, titleOf }, kernel, confirm),
    {
      method: 'GET',
      path: `${base}:id/histories/`,
      name: 'accounts.secret.histories',
      shape: { ...historyShape, behind: (ctx) => confirm(ctx, 'mfa') },
      policy: can(permission),
      transaction: true,
      async handle(ctx, request) {
        await confirm(ctx, 'mfa');
        return ok(await histories(kernel(), ctx, request));
      },
    },
  ];
}
