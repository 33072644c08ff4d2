import { SECRET_TYPE_LABELS } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import {
  among,
  type Context,
  can,
  fetchRow,
  formatDatetime,
  ok,
  pageOf,
  type Request,
  type Route,
  type Row,
  route,
  type Shape,
} from '@postern/resource';
import { shown, WORDS } from '../../platform/shown.ts';
import { account, accountRows } from './account.resource.ts';
import { type RequireConfirmation, SEALED, secretRoutes } from './secret-routes.ts';

/** All that is kept of the secrets of an account, newest first. */
const historyOf = (ctx: Context, accountId: string) =>
  ctx.tx
    .selectFrom('accounts_history as h')
    .innerJoin('accounts as a', 'a.id', 'h.account_id')
    .select(['h.id', 'h.secret', 'h.secret_type', 'h.version', 'h.history_date', 'h.history_user', 'a.secret as current'])
    .where('h.account_id', '=', accountId)
    .orderBy('h.id', 'desc')
    .limit(1000)
    .execute();

/** Former secrets, newest first; the newest row is left out while it is still the current one (docs/wire/accounts.md#former-secrets). */
async function histories(ctx: Context, row: Row, request: Request): Promise<unknown> {
  const id = String(row.id);
  const rows = await historyOf(ctx, id);
  ctx.audit({ action: 'view', resourceType: 'account', resourceId: id, resource: `${row.name}(${row.username})` });
  const open = (sealed: string | null) => (sealed ? ctx.secrets.open(sealed) : '');
  const isCurrent = rows[0] && open(rows[0].secret) === open(rows[0].current);
  const wire = ({ id, secret, secret_type, version, history_date, history_user }: (typeof rows)[number]) => ({
    id,
    secret: open(secret),
    secret_type: { value: secret_type, label: render(SECRET_TYPE_LABELS[secret_type], ctx.language) },
    version,
    history_user,
    history_date: formatDatetime(history_date, ctx.timeZone),
  });
  const part = pageOf(isCurrent ? rows.slice(1) : rows, request);
  return Array.isArray(part) ? part.map(wire) : { ...part, results: part.results.map(wire) };
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

export function accountSecretRoutes(confirm: RequireConfirmation): readonly Route[] {
  const permission = 'accounts.view_accountsecret';
  const base = '/api/v1/accounts/account-secrets/';
  return [
    ...secretRoutes(
      {
        definition: account,
        find: (ctx, ids) =>
          ctx.tx
            .selectFrom('accounts as x')
            .select(SEALED)
            .where(({ ref }) => among(ref('x.id'), ids))
            .where(accountRows(ctx, 'x'))
            .execute(),
        base,
        name: 'accounts.secret',
        permission,
        titleOf: ({ name, username }) => `${name}(${username})`,
      },
      confirm,
    ),
    route({
      method: 'GET',
      path: `${base}:id/histories/`,
      name: 'accounts.secret.histories',
      who: can(permission),
      // Not `one`: nothing is looked up for somebody who has not confirmed.
      rows: { of: [account] },
      answer: { ...historyShape, behind: (ctx) => confirm(ctx, 'mfa') },
      transaction: true,
      async handle(ctx, { request, kernel }) {
        await confirm(ctx, 'mfa');
        const row = await fetchRow(kernel.byName('account'), ctx, String(request.params.id));
        return ok(await histories(ctx, row, request));
      },
    }),
  ];
}
