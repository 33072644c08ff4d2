import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuids } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { type Context, can, holds, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { inOrg } from '../nodes/index.ts';
import { start } from './start.ts';
import { UNSUPPORTED, unsupportedTypes } from './supported.ts';

const MAX = 1_000;
const CODES = { push: 'accounts.push_account', verify: 'accounts.verify_account', test: 'accounts.verify_account' } as const;
const OFF = text(
  'The platform of the asset does not allow tests of its accounts.',
  '该资产所属平台未启用测试。',
  'このアセットのプラットフォームではテストが許可されていません。',
);

interface Named {
  id: string;
  org_id: string;
  name: string;
  testable: boolean;
}

/** Starts a run over accounts that are named one by one; it belongs to no automation. @returns the id of run and task */
async function startOn(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: 'push_account' | 'verify_account',
  accounts: readonly string[],
  params: Record<string, unknown> = {},
): Promise<string> {
  return start(ctx, jobs, {
    type,
    trigger: 'manual',
    automationId: null,
    snapshot: { type, name: '', comment: '', usernames: [], accounts: [...accounts], nodes: [], assets: [], params },
    sealedSecret: null,
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
  const org = { ...ctx.org, id: account.org_id, isRoot: false };
  const given = typeof params === 'object' && params !== null && !Array.isArray(params) ? (params as Record<string, unknown>) : {};
  await startOn({ ...ctx, org }, jobs, 'push_account', [account.id], given);
}

async function startTasks(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, given: unknown): Promise<unknown> {
  const body = (given ?? {}) as Record<string, unknown>;
  const { action } = body;
  if (action !== 'push' && action !== 'verify' && action !== 'test')
    throw InvalidInput.on('action', 'invalid_choice', { value: String(action).slice(0, 64) });
  if (!holds(ctx.actor, [CODES[action]])) throw new CodedError('permission_denied');
  if (!Array.isArray(body.accounts)) throw InvalidInput.on('accounts', body.accounts === undefined ? 'required' : 'not_a_list');
  if (body.accounts.length > MAX) throw InvalidInput.on('accounts', 'too_many', { max: MAX });
  const ids = parseUuids(body.accounts);
  const { rows } = await sql<Named>`
    select c.id, c.org_id, c.name, (p.automation->>'ansible_enabled' = 'true' and p.automation->>'ping_enabled' = 'true') as testable
    from accounts c join assets a on a.id = c.asset_id join platforms p on p.id = a.platform_id
    where c.id = any(${ids}::uuid[]) and ${inOrg(ctx, sql`c.org_id`)}`.execute(ctx.tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const missing = body.accounts.find((id) => !known.has(parseUuids([id])[0] ?? ''));
  if (missing !== undefined || rows.length === 0)
    throw InvalidInput.on('accounts', missing === undefined ? 'required' : 'does_not_exist', { value: String(missing).slice(0, 64) });
  const first = known.get(ids[0] ?? '');
  if (action !== 'push' && first?.testable !== true) throw new CodedError('error', {}, { body: { error: render(OFF, ctx.language) } });
  const type = action === 'push' ? 'push_account' : 'verify_account';
  const types = await unsupportedTypes(ctx, type, sql`select asset_id from accounts where id = any(${ids}::uuid[])`, 'now');
  if (types) throw new CodedError('error', {}, { body: { error: render(UNSUPPORTED, ctx.language, { types }) } });
  const orgs = new Set(rows.map(({ org_id }) => org_id));
  if (orgs.size > 1) throw new CodedError('root_org_readonly');
  const org = { ...ctx.org, id: rows[0]?.org_id ?? ctx.org.id, isRoot: false };
  const params = typeof body.params === 'object' && body.params !== null && !Array.isArray(body.params) ? body.params : {};
  return { task: await startOn({ ...ctx, org }, jobs, type, ids, params as Record<string, unknown>) };
}

/** `POST accounts/tasks/` (docs/wire/accounts.md#pushes-and-tests). The code of the action counts, which other servers of this API do not ask for. */
export const accountTaskRoutes = (jobs: Pick<Jobs, 'enqueue'>): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/accounts/accounts/tasks/',
    name: 'accounts.account.tasks',
    policy: can('accounts.push_account | accounts.verify_account'),
    handle: async (ctx, { body }) => ok(await startTasks(ctx, jobs, body), 201),
  },
];
