import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { among, at, type BodyOf, type Context, can, choice, eb, holds, inOrg, json, type Route } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { rowsNamed } from '../../platform/fields.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { run } from '../../platform/routes/run.ts';
import { account } from '../accounts/index.ts';
import { start } from './start.ts';
import { allows } from './supported.queries.ts';
import { needSupported, refusedTask } from './supported.ts';

/** Accounts of one call. */
const MAX = 1_000;
const CODES = { push: 'accounts.push_account', verify: 'accounts.verify_account', test: 'accounts.verify_account' } as const;
const OFF = text(
  'The platform of the asset does not allow tests of its accounts.',
  '该资产所属平台未启用测试。',
  'このアセットのプラットフォームではテストが許可されていません。',
);

const BODY = {
  action: choice({
    label: text('Action', '动作', '操作'),
    required: true,
    choices: [
      { value: 'push', label: text('Push', '推送', '配布') },
      { value: 'verify', label: text('Verify', '验证', '検証') },
      { value: 'test', label: text('Test', '测试', 'テスト') },
    ],
  }),
  accounts: rowsNamed('account', account.label, MAX),
  params: json({ label: text('Parameters', '参数', 'パラメーター'), holds: { type: 'object' }, nullable: true }),
};

/** Parameters by the id of the method. What is no object says nothing about any method. */
const paramsIn = (given: unknown): Readonly<Record<string, unknown>> => (isRecord(given) ? { ...given } : {});

/** Starts a run over accounts that are named one by one; it belongs to no automation. @returns the id of run and task */
async function startOn(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: 'push_account' | 'verify_account',
  accounts: readonly string[],
  params: Readonly<Record<string, unknown>>,
): Promise<string> {
  return start(ctx, jobs, {
    type,
    trigger: 'manual',
    automationId: null,
    snapshot: { type, name: '', comment: '', usernames: [], accounts: [...accounts], nodes: [], assets: [], params },
    encryptedSecret: null,
  });
}

/** Pushes an account that was just made or changed, when its maker asked for it and may (`push_now`, docs/wire/accounts.md#pushes-and-tests). */
export async function pushNow(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  account: { id: string; org_id: string },
  params: unknown,
): Promise<void> {
  if (!holds(ctx.actor, [CODES.push])) throw new CodedError('permission_denied');
  await startOn(inOrganisation(ctx, account.org_id), jobs, 'push_account', [account.id], paramsIn(params));
}

/** Accounts with their organisation, and whether the platforms of their assets have tests switched on. */
const testableAmong = (ctx: Context, ids: readonly string[]) =>
  ctx.tx
    .selectFrom('accounts as c')
    .innerJoin('assets as a', 'a.id', 'c.asset_id')
    .innerJoin('platforms as p', 'p.id', 'a.platform_id')
    .select(['c.id', 'c.org_id', allows('ping').as('testable')])
    .where(among(at('c')('id'), ids))
    .where(inOrg(ctx, at('c')))
    .execute();

async function startTasks(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, { action, accounts, params }: BodyOf<typeof BODY>): Promise<string> {
  if (!holds(ctx.actor, [CODES[action]])) throw new CodedError('permission_denied');
  const [first] = accounts;
  if (first === undefined) throw InvalidInput.on('accounts', 'required');
  const found = await testableAmong(ctx, accounts);
  if (action !== 'push' && found.find(({ id }) => id === first)?.testable !== true) throw refusedTask(ctx, OFF);
  const type = action === 'push' ? 'push_account' : 'verify_account';
  const theirAssets = eb
    .selectFrom('accounts as c')
    .select('c.asset_id')
    .where(among(at('c')('id'), accounts));
  await needSupported(ctx, type, eb('a.id', 'in', theirAssets), 'now');
  const [only = ctx.org.id, ...others] = new Set(found.map(({ org_id }) => org_id));
  if (others.length > 0) throw new CodedError('root_org_readonly');
  return startOn(inOrganisation(ctx, only), jobs, type, accounts, paramsIn(params));
}

/** `POST accounts/tasks/` (docs/wire/accounts.md#pushes-and-tests). The code of the action counts, which other servers of this API do not ask for. */
export const accountTaskRoutes = (jobs: Pick<Jobs, 'enqueue'>): readonly Route[] => [
  run({
    path: '/api/v1/accounts/accounts/tasks/',
    name: 'accounts.account.tasks',
    who: can('accounts.push_account | accounts.verify_account'),
    rows: { of: [account] },
    body: BODY,
    errors: ['permission_denied', 'error', 'root_org_readonly'],
    start: (ctx, { body }) => startTasks(ctx, jobs, body),
  }),
];
