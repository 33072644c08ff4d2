import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { type Language, text } from '@postern/contract/text';
import { among, at, type Context, inOrg, type Sheet, sheetText } from '@postern/resource';
import { MAX_ACCOUNTS } from './execution.resource.ts';

/** Accounts whose secrets are open in memory at a time. */
const PAGE = 250;

const TITLES = [
  text('Asset', '资产', 'アセット'),
  text('Address', '地址', 'アドレス'),
  text('Account', '账号', 'アカウント'),
  text('Username', '用户名', 'ユーザー名'),
  text('Secret type', '密文类型', 'シークレットの種類'),
  text('Secret', '密文', 'シークレット'),
  text('Privileged', '特权', '特権'),
  text('Active', '激活', '有効'),
  text('Version', '版本', 'バージョン'),
  text('Updated', '更新日期', '更新日時'),
  text('Comment', '备注', 'コメント'),
];
const YES = text('Yes', '是', 'はい');
const NO = text('No', '否', 'いいえ');

/** Too many accounts for one file. */
export class TooManyAccounts extends Error {}

/** Ids of the accounts of the organisation on assets of these platform types, by type. @throws TooManyAccounts */
export async function accountsByType(ctx: Context, types: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.tx
    .selectFrom('accounts as c')
    .innerJoin('assets as a', 'a.id', 'c.asset_id')
    .innerJoin('platforms as p', 'p.id', 'a.platform_id')
    .select(['p.type', 'c.id'])
    .where(inOrg(ctx, at('c')))
    .where(among(at('p')('type'), types))
    .orderBy('p.type')
    .orderBy('a.name')
    .orderBy('c.username')
    .orderBy('c.id')
    .limit(MAX_ACCOUNTS + 1)
    .execute();
  if (rows.length > MAX_ACCOUNTS) throw new TooManyAccounts();
  const found = Map.groupBy(rows, ({ type }) => type);
  return new Map([...found].map(([type, accounts]) => [type, accounts.map(({ id }) => id)]));
}

async function* pages(ctx: Context, ids: readonly string[], language: Language): AsyncGenerator<string[][]> {
  for (let first = 0; first < ids.length; first += PAGE) {
    const part = ids.slice(first, first + PAGE);
    const rows = await ctx.tx
      .selectFrom('accounts as c')
      .innerJoin('assets as a', 'a.id', 'c.asset_id')
      .select(['a.name as asset', 'a.address', 'c.id', 'c.name', 'c.username', 'c.secret_type', 'c.secret', 'c.privileged'])
      .select(['c.is_active', 'c.version', 'c.date_updated', 'c.comment'])
      .where(among(at('c')('id'), part))
      .where(inOrg(ctx, at('c')))
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    const flag = (value: boolean): string => (value ? YES : NO)[language];
    const rowOf = async (id: string): Promise<string[][]> => {
      const row = found.get(id);
      if (!row) return [];
      const { asset, address, name, username, secret_type, secret, privileged, is_active, version, date_updated, comment } = row;
      const plain = secret ? await ctx.secrets.open(secret) : '';
      // The field of accounts takes no others.
      const type = SECRET_TYPE_LABELS[secret_type as SecretType][language];
      const facts = [flag(privileged), flag(is_active), String(version), date_updated.toISOString(), comment];
      return [[asset, address, name ?? '', username, type, plain, ...facts]];
    };
    yield (await Promise.all(part.map(rowOf))).flat();
  }
}

/** One sheet per type, secrets in clear. Rows are fetched while the file is written. */
export const sheetsOf = (ctx: Context, accounts: ReadonlyMap<string, readonly string[]>, language: Language): Sheet[] =>
  [...accounts].map(([name, ids]) => ({
    name,
    rows: sheetText(
      TITLES.map((title) => title[language]),
      pages(ctx, ids, language),
    ),
  }));
