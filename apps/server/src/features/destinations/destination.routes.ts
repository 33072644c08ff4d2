import { createHash } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import { type Context, can, fetchRow, type Kernel, ok, type Route, readReferences } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { shown } from '../../platform/shown.ts';
import { confirmAll, destinationNow, held, placed } from './destination.ts';

/** Seeing what changed about where secrets go, and standing for it. */

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

type Destination = Readonly<Record<string, unknown>>;

interface HeldAccount {
  id: string;
  name: string;
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

async function heldOn(ctx: Context, assetId: string): Promise<HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select c.id, c.name, c.username, c.destination as was, ${destinationNow} as now from ${placed}
    where c.asset_id = ${assetId} and ${held} order by c.name, c.id limit 1000`.execute(ctx.tx);
  return rows;
}

/** What the person saw: a confirmation is for this, and for nothing that came after. */
const seenOf = (accounts: readonly HeldAccount[]): string =>
  createHash('sha256')
    .update(JSON.stringify(accounts.map(({ id, was, now }) => [id, was, now])))
    .digest('hex');

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Names of what is stored by id; ids of what has gone stay. */
async function namesOf(ctx: Context, accounts: readonly HeldAccount[]): Promise<ReadonlyMap<string, string>> {
  const given = (key: string) => accounts.flatMap(({ was, now }) => [was?.[key], now[key]]).filter((id) => id !== undefined && id !== '');
  const { rows } = await sql<{ key: string; name: string }>`
    select 'platform ' || id as key, name from platforms where id::text = any(${given('platform').map(String)}::text[])
    union all select 'domain ' || id, name from domains where id::text = any(${given('domain').map(String)}::text[])
    union all select 'su_from ' || id, name from accounts where id::text = any(${given('su_from').map(String)}::text[])`.execute(ctx.tx);
  return new Map(rows.map(({ key, name }) => [key, name]));
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
function changesOf(ctx: Context, accounts: readonly HeldAccount[], names: ReadonlyMap<string, string>): Change[] {
  const found = new Map<string, Change>();
  for (const { was, now } of accounts)
    for (const [field, label] of Object.entries(LABELS)) {
      if (now[field] === undefined || isSame(was?.[field], now[field])) continue;
      const change = { field, label: render(label, ctx.language), ...sidesOf(ctx, field, was, now, names) };
      if (change.before !== '' || change.after !== '') found.set(JSON.stringify(change), change);
    }
  return [...found.values()];
}

interface Look {
  confirmed: boolean;
  seen: string;
  changes: Change[];
  accounts: { id: string; name: string; username: string }[];
}

async function describe(ctx: Context, assetId: string): Promise<Look> {
  const accounts = await heldOn(ctx, assetId);
  return {
    confirmed: accounts.length === 0,
    seen: seenOf(accounts),
    changes: changesOf(ctx, accounts, await namesOf(ctx, accounts)),
    accounts: accounts.map(({ id, name, username }) => ({ id, name, username })),
  };
}

interface Asset {
  id: string;
  name: string;
  org_id: string;
}

/** Stands for where an asset's secrets go, if that is what was seen. @returns whether it was */
async function confirm(ctx: Context, asset: Asset, given: unknown): Promise<boolean> {
  // Nothing may move between the look and the word.
  await sql`select 1 from ${placed} where c.asset_id = ${asset.id} for update of a, c for share of p`.execute(ctx.tx);
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

const BASE = '/api/v1/assets/assets/:id/destination/';
const MANY = '/api/v1/assets/assets/destinations/';
/** Assets that are looked at or confirmed at once: each is a look at all of its accounts. */
const MOST = 100;

const seenAssets = z.object({ assets: z.array(z.object({ id: z.string().max(64), seen: z.string().max(128) })).max(MOST) });

/** Assets of a body, as this actor may name them. @throws InvalidInput for one that may not */
async function namedAssets(ctx: Context, kernel: Kernel, ids: unknown): Promise<Asset[]> {
  const asset = kernel.byName('asset');
  const known = await readReferences(asset, ctx, 'assets', ids, { max: MOST });
  const { rows } = await sql<Asset>`select id, name, org_id from assets where id = any(${known}::uuid[]) order by name, id`.execute(ctx.tx);
  return rows;
}

/** The same for many assets at once: a platform or a domain that changed holds back the accounts of all that are there. */
const manyRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'POST',
    path: MANY,
    name: 'assets.asset.destinations',
    policy: can('assets.view_asset'),
    async handle(ctx, { body }) {
      const answer: (Look & Pick<Asset, 'id' | 'name'>)[] = [];
      const given = typeof body === 'object' && body !== null && 'assets' in body ? body.assets : undefined;
      for (const { id, name } of await namedAssets(ctx, kernel(), given)) answer.push({ id, name, ...(await describe(ctx, id)) });
      return ok(answer);
    },
  },
  {
    method: 'POST',
    path: `${MANY}confirm/`,
    name: 'assets.asset.confirmDestinations',
    policy: can('accounts.view_accountsecret'),
    async handle(ctx, { body }) {
      const read = seenAssets.safeParse(body);
      if (!read.success) throw InvalidInput.on('assets', 'invalid');
      const seen = new Map(read.data.assets.map((one) => [one.id, one.seen]));
      const assets = await namedAssets(ctx, kernel(), [...seen.keys()]);
      const answer: { id: string; name: string; confirmed: boolean }[] = [];
      // In one order, so that two who confirm the same do not wait for each other.
      for (const asset of assets.sort((a, b) => a.id.localeCompare(b.id)))
        answer.push({ id: asset.id, name: asset.name, confirmed: await confirm(ctx, asset, seen.get(asset.id)) });
      return ok(answer);
    },
  },
];

export const destinationRoutes = (kernel: () => Kernel): readonly Route[] => [
  ...manyRoutes(kernel),
  {
    method: 'GET',
    path: BASE,
    name: 'assets.asset.destination',
    shape: {
      title: text('Where secrets go', '密文去向', 'シークレットの送信先'),
      fields: {
        confirmed: shown(text('Confirmed', '已确认', '確認済み'), 'boolean'),
        seen: shown(text('Version', '版本', 'バージョン')),
        changes: shown(text('Changes', '变更', '変更'), 'field'),
        accounts: shown(text('Accounts', '账号', 'アカウント'), 'field'),
      },
    },
    policy: can('assets.view_asset'),
    async handle(ctx, { params }) {
      const row = await fetchRow(kernel().byName('asset'), ctx, String(params.id));
      return ok(await describe(ctx, String(row.id)));
    },
  },
  {
    method: 'POST',
    path: `${BASE}confirm/`,
    name: 'assets.asset.confirmDestination',
    policy: can('accounts.view_accountsecret'),
    async handle(ctx, { params, body }) {
      const row = await fetchRow(kernel().byName('asset'), ctx, String(params.id));
      const seen = typeof body === 'object' && body !== null && 'seen' in body ? body.seen : undefined;
      const asset = { id: String(row.id), name: String(row.name), org_id: String(row.org_id) };
      if (!(await confirm(ctx, asset, seen))) throw new CodedError('destination_moved');
      return ok(await describe(ctx, String(row.id)));
    },
  },
];
