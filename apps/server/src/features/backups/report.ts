import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { type Language, text } from '@postern/contract/text';
import { type Context, type Sheet, sheetText } from '@postern/resource';
import { sql } from 'kysely';
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

/** Ids of the accounts of one organisation on assets of these platform types, by type. @throws TooManyAccounts */
export async function accountsByType(ctx: Context, orgId: string, types: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ type: string; id: string }>`
    select p.type, c.id from accounts c join assets a on a.id = c.asset_id join platforms p on p.id = a.platform_id
    where c.org_id = ${orgId} and p.type = any(${[...types]}::text[]) order by p.type, a.name, c.username, c.id limit ${MAX_ACCOUNTS + 1}`.execute(
    ctx.tx,
  );
  if (rows.length > MAX_ACCOUNTS) throw new TooManyAccounts();
  const found = Map.groupBy(rows, ({ type }) => type);
  return new Map([...found].map(([type, accounts]) => [type, accounts.map(({ id }) => id)]));
}

interface AccountRow {
  id: string;
  asset: string;
  address: string;
  name: string;
  username: string;
  secret_type: SecretType;
  secret: string | null;
  privileged: boolean;
  is_active: boolean;
  version: number;
  date_updated: Date;
  comment: string;
}

async function* pages(ctx: Context, ids: readonly string[], language: Language): AsyncGenerator<string[][]> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const part = ids.slice(at, at + PAGE);
    const { rows } = await sql<AccountRow>`
      select c.id, a.name as asset, a.address, c.name, c.username, c.secret_type, c.secret, c.privileged, c.is_active, c.version,
        c.date_updated, c.comment
      from accounts c join assets a on a.id = c.asset_id where c.id = any(${part}::uuid[])`.execute(ctx.tx);
    const found = new Map(rows.map((row) => [row.id, row]));
    const flag = (value: boolean): string => (value ? YES : NO)[language];
    yield part.flatMap((id) => {
      const row = found.get(id);
      if (!row) return [];
      const { asset, address, name, username, secret_type, secret, privileged, is_active, version, date_updated, comment } = row;
      const opened = secret ? ctx.secrets.open(secret) : '';
      const type = SECRET_TYPE_LABELS[secret_type][language];
      const facts = [flag(privileged), flag(is_active), String(version), date_updated.toISOString(), comment];
      return [[asset, address, name, username, type, opened, ...facts]];
    });
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
