import { SECRET_TYPE_LABELS } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import { among, type Context, can, formatDatetime, type Route, type RowOf, type Shape } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { labelledAs, shown, WORDS } from '../../platform/shown.ts';
import { account, accountRows } from './account.resource.ts';
import { ENCRYPTED, type RequireConfirmation, secretRoutes } from './secret-routes.ts';

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

const opened = async (ctx: Context, stored: string | null): Promise<string> => (stored ? ctx.secrets.open(stored) : '');

/** The same text is the same secret; only where it differs is it worth opening both. */
const sameSecret = async (ctx: Context, one: string | null, other: string | null): Promise<boolean> =>
  one === other || (await opened(ctx, one)) === (await opened(ctx, other));

/** Former secrets, newest first; the newest row is left out while it is still the current one (docs/wire/accounts.md#former-secrets). */
async function former(ctx: Context, { id, name, username }: RowOf<typeof account>) {
  const rows = await historyOf(ctx, id);
  ctx.audit({ action: 'view', resourceType: 'account', resourceId: id, resource: `${name}(${username})` });
  const isCurrent = rows[0] && (await sameSecret(ctx, rows[0].secret, rows[0].current));
  const shown = isCurrent ? rows.slice(1) : rows;
  return Promise.all(shown.map(async (row) => ({ ...row, secret: await opened(ctx, row.secret) })));
}

const wire = (row: Awaited<ReturnType<typeof former>>[number], ctx: Context) => ({
  id: row.id,
  secret: row.secret,
  secret_type: { value: row.secret_type, label: render(SECRET_TYPE_LABELS[row.secret_type], ctx.language) },
  version: row.version,
  history_user: row.history_user,
  history_date: formatDatetime(row.history_date, ctx.timeZone),
});

const historyShape: Shape = {
  title: text('Former secrets', '历史密文', '過去のシークレット'),
  fields: {
    id: shown(WORDS.id, 'integer'),
    secret: shown(text('Secret', '密文', 'シークレット')),
    secret_type: shown(text('Secret type', '密文类型', 'シークレットの種類'), 'labeled_choice', {
      answered: labelledAs(...Object.keys(SECRET_TYPE_LABELS)),
    }),
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
            .select(ENCRYPTED)
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
    ownList({
      path: `${base}:id/histories/`,
      name: 'accounts.secret.histories',
      who: can(permission),
      rows: { one: account },
      answer: { ...historyShape, behind: (ctx) => confirm(ctx, 'mfa') },
      transaction: true,
      items: (ctx, { row }) => former(ctx, row),
      wire,
    }),
  ];
}
