import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid, parseUuids } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import {
  among,
  at,
  type Behaviour,
  boolean,
  type Context,
  can,
  datetime,
  defineResource,
  eb,
  inOrg,
  type Kernel,
  NOBODY,
  type Route,
  reference,
  route,
  rowsOf,
  text,
  textList,
  type Where,
} from '@postern/resource';
import { ASSET_OBJECT, createAccount } from '../accounts/index.ts';
import { assetObject } from '../assets/index.ts';
import { findNode } from '../nodes/index.ts';
import { storePresent, underNode } from './gathered.queries.ts';
import type { Found } from './methods/index.ts';

/** A login that was found on a machine (docs/wire/accounts.md#gathered-accounts). */
export const gatheredAccount = defineResource({
  name: 'gatheredaccount',
  app: 'accounts',
  path: 'gathered-accounts',
  table: 'gathered_accounts',
  label: words('Gathered account', '收集的账号', '収集したアカウント'),
  labelPlural: words('Gathered accounts', '收集的账号', '収集したアカウント'),
  scope: 'org',
  base: ['date_updated'],
  order: 'asset',
  title: 'username',
  fields: {
    present: boolean({ label: words('Present', '存在', '存在する'), default: true }),
    asset: reference('asset', {
      label: words('Asset', '资产', 'アセット'),
      answered: ASSET_OBJECT,
      required: true,
      createOnly: true,
      order: true,
      onDelete: 'cascade',
    }),
    username: text({ label: words('Username', '用户名', 'ユーザー名'), max: 32, required: true, search: true }),
    address_last_login: text({
      label: words('Last login from', '最近登录地址', '最終ログイン元'),
      max: 39,
      default: '',
      blank: true,
      order: false,
    }),
    date_last_login: datetime({ label: words('Last login', '最近登录时间', '最終ログイン'), nullable: true, order: false }),
  },
  uniqueTogether: [['asset', 'username']],
  indexes: ['org_id, date_updated'],
});

export const gatheredRows = rowsOf(gatheredAccount);

async function byNode(ctx: Context, value: string): Promise<Where | undefined> {
  const node = await findNode(ctx, parseUuid(value) ?? value);
  return node && underNode(node.key);
}

export const gatheredBehaviour: Behaviour = {
  rows: gatheredRows,
  filters: {
    asset_id: (_ctx, value) => {
      const id = parseUuid(value);
      return id ? eb('t.asset_id', '=', id) : NOBODY;
    },
    node_id: byNode,
  },
  joined: { asset: assetObject },
  async prepare(ctx, { values, verb }) {
    if (verb !== 'create') return;
    const id = String(values.asset);
    const home = await ctx.tx
      .selectFrom('assets as a')
      .select('a.org_id')
      .where('a.id', '=', id)
      .where(inOrg(ctx, at('a')))
      .executeTakeFirst();
    if (!home) throw InvalidInput.on('asset', 'does_not_exist', { value: id });
    Object.assign(values, home);
  },
};

/**
 * Makes accounts of found logins where the asset has none of that name. They have no secret yet.
 * @param which of them, under the alias `g`
 * @returns how many were made
 */
export async function storeFound(kernel: Kernel, ctx: Context, which: Where): Promise<number> {
  const found = await ctx.tx
    .selectFrom('gathered_accounts as g')
    .select(['g.asset_id', 'g.username'])
    .where(which)
    .where(gatheredRows(ctx, 'g'))
    .where('g.present', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as a')
            .select('a.id')
            .whereRef('a.asset_id', '=', 'g.asset_id')
            .where((eb) => eb.or([eb('a.username', '=', eb.ref('g.username')), eb('a.name', '=', eb.ref('g.username'))])),
        ),
      ),
    )
    .orderBy('g.asset_id')
    .orderBy('g.username')
    .execute();
  for (const { asset_id, username } of found)
    await createAccount(kernel, ctx, { asset: asset_id, username, name: username, source: 'collected', secret_type: 'password' });
  return found.length;
}

/** Notes what a machine has now: what is gone stays in the list as absent (docs/wire/automations.md#gathering). */
export async function storeGathered(ctx: Context, asset: { id: string; org_id: string }, found: readonly Found[]): Promise<void> {
  await ctx.tx
    .updateTable('gathered_accounts')
    .set({ present: false, date_updated: ctx.clock() })
    .where('asset_id', '=', asset.id)
    .where('present', '=', true)
    .execute();
  await storePresent(ctx, asset, found);
}

/** `POST gathered-accounts/sync-accounts/`. What is none of these, or is somebody else's, is passed over. */
export const gatheredRoutes = (): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/accounts/gathered-accounts/sync-accounts/',
    name: 'accounts.gatheredaccount.sync',
    status: 201,
    answer: null,
    who: can('accounts.add_gatheredaccount'),
    rows: { of: [gatheredAccount] },
    // A list of texts holds at most a thousand.
    body: { gathered_account_ids: textList({ label: gatheredAccount.labelPlural, required: true }) },
    errors: ['root_org_readonly'],
    async handle(ctx, { body, kernel }) {
      if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
      await storeFound(kernel, ctx, among(at('g')('id'), parseUuids(body.gathered_account_ids)));
      return { status: 201 };
    },
  }),
];
