import { createHash } from 'node:crypto';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { type Destination, destinationNow, placedAccounts, unconfirmed } from '../destinations/index.ts';
import { namesIn } from './destination.queries.ts';
import { confirmAll } from './destination.ts';

/** What changed about where secrets go, and standing for it. */

const LABELS: Readonly<Record<string, Text>> = {
  address: text('Address', '地址', 'アドレス'),
  protocols: text('Protocols', '协议', 'プロトコル'),
  platform: text('Platform', '平台', 'プラットフォーム'),
  platform_settings: text('Settings of the platform', '平台设置', 'プラットフォームの設定'),
  domain: text('Domain', '网域', 'ドメイン'),
  entry: text('TLS, login page or proxy', 'TLS、登录页或代理', 'TLS・ログイン画面・プロキシ'),
  host_keys: text('Host key', '主机密钥', 'ホスト鍵'),
  secret_type: text('Secret type', '密文类型', 'シークレットの種類'),
  su_from: text('Switch from', '切换自', '切り替え元'),
};
const CHANGED = text('changed', '已变更', '変更あり');
const FORGOTTEN = text('forgotten', '已清除', '消去済み');
const NEVER = text('never confirmed', '从未确认', '未確認');

interface UnconfirmedAccount {
  id: string;
  name: string | null;
  username: string;
  was: Destination | null;
  now: Destination;
}

interface Change {
  field: string;
  label: string;
  before: string;
  after: string;
}

const unconfirmedOn = (ctx: Context, assetId: string): Promise<UnconfirmedAccount[]> =>
  placedAccounts(ctx)
    .select(['c.id', 'c.name', 'c.username', 'c.destination as was', destinationNow.as('now')])
    .where('c.asset_id', '=', assetId)
    .where(unconfirmed)
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(1000)
    .execute();

/** What the person saw: a confirmation is for this, and for nothing that came after. */
const seenOf = (accounts: readonly UnconfirmedAccount[]): string =>
  createHash('sha256')
    .update(JSON.stringify(accounts.map(({ id, was, now }) => [id, was, now])))
    .digest('hex');

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Names of what is stored by id; ids of what has gone stay. */
function namesOf(ctx: Context, accounts: readonly UnconfirmedAccount[]): Promise<ReadonlyMap<string, string>> {
  const given = (key: string) =>
    accounts
      .flatMap(({ was, now }) => [was?.[key], now[key]])
      .filter((id) => id !== undefined && id !== '')
      .map(String);
  return namesIn(ctx, { platform: given('platform'), domain: given('domain'), su_from: given('su_from') });
}

const protocolsText = (value: unknown): string =>
  Object.entries((value ?? {}) as Record<string, number>)
    .map(([name, port]) => `${name}/${port}`)
    .sort()
    .join(', ');

/** Both sides of one part, in words. */
function sidesOf(ctx: Context, field: string, was: Destination | null, now: Destination, names: ReadonlyMap<string, string>) {
  const digest = field === 'platform_settings' || field === 'entry';
  const one = (value: unknown): string => {
    if (value === undefined || value === '') return '';
    if (field === 'protocols') return protocolsText(value);
    return names.get(`${field} ${String(value)}`) ?? String(value);
  };
  if (was === null) return { before: render(NEVER, ctx.language), after: digest || field === 'host_keys' ? '' : one(now[field]) };
  if (digest) return { before: '', after: render(CHANGED, ctx.language) };
  if (field === 'host_keys') return { before: '', after: render(FORGOTTEN, ctx.language) };
  return { before: one(was[field]), after: one(now[field]) };
}

/** The differences of all accounts, each once. */
function changesOf(ctx: Context, accounts: readonly UnconfirmedAccount[], names: ReadonlyMap<string, string>): Change[] {
  const found = new Map<string, Change>();
  for (const { was, now } of accounts)
    for (const [field, label] of Object.entries(LABELS)) {
      if (now[field] === undefined || isSame(was?.[field], now[field])) continue;
      const change = { field, label: render(label, ctx.language), ...sidesOf(ctx, field, was, now, names) };
      if (change.before !== '' || change.after !== '') found.set(JSON.stringify(change), change);
    }
  return [...found.values()];
}

export interface Look {
  confirmed: boolean;
  seen: string;
  changes: Change[];
  accounts: Pick<UnconfirmedAccount, 'id' | 'name' | 'username'>[];
}

export async function describe(ctx: Context, assetId: string): Promise<Look> {
  const accounts = await unconfirmedOn(ctx, assetId);
  return {
    confirmed: accounts.length === 0,
    seen: seenOf(accounts),
    changes: changesOf(ctx, accounts, await namesOf(ctx, accounts)),
    accounts: accounts.map(({ id, name, username }) => ({ id, name, username })),
  };
}

export interface Asset {
  id: string;
  name: string;
  org_id: string;
}

/** Stands for where an asset's secrets go, if that is what was seen. @returns whether it was */
export async function confirm(ctx: Context, asset: Asset, given: string | null | undefined): Promise<boolean> {
  // Nothing may move between the look and the word.
  await placedAccounts(ctx).select('c.id').where('c.asset_id', '=', asset.id).forUpdate(['a', 'c']).forShare('p').execute();
  const { seen, changes, confirmed } = await describe({ ...ctx, language: 'en' }, asset.id);
  if (given !== seen) return false;
  if (confirmed) return true;
  await confirmAll(ctx, asset.id);
  const line = (side: 'before' | 'after') => changes.map((one) => `${one.label}: ${one[side] || '-'}`).join('; ');
  ctx.audit({
    action: 'update',
    resourceType: 'asset',
    resourceId: asset.id,
    resource: asset.name,
    orgId: asset.org_id,
    changes: [{ field: 'destination_confirmed', before: line('before'), after: line('after') }],
  });
  return true;
}
