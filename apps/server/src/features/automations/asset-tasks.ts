import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuids } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { type Context, can, fetchRow, holds, type Kernel, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { inOrg, needNode } from '../nodes/index.ts';
import { start } from './start.ts';
import { UNSUPPORTED, unsupportedTypes } from './supported.ts';

export interface AssetTaskDeps {
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Assets of one call. */
const MAX = 10_000;
/** Actions of the wire, the code each asks for, and the run it starts (docs/wire/assets.md#tests-and-refreshes). */
const ACTIONS = {
  test: { code: 'assets.test_assetconnectivity', type: 'ping' },
  refresh: { code: 'assets.refresh_assethardwareinfo', type: 'gather_facts' },
} as const;
const EITHER = can('assets.test_assetconnectivity | assets.refresh_assethardwareinfo');
const OFF = text(
  'The platform of the asset does not allow tests.',
  '该资产所属平台未启用测试。',
  'このアセットのプラットフォームではテストが許可されていません。',
);

type CheckType = (typeof ACTIONS)[keyof typeof ACTIONS]['type'];

const bodyOf = (given: unknown): Record<string, unknown> => (given ?? {}) as Record<string, unknown>;

/** What is asked for, by somebody who may. */
function allowed(ctx: Context, given: unknown): CheckType {
  const { action } = bodyOf(given);
  if (action !== 'test' && action !== 'refresh') throw InvalidInput.on('action', 'invalid_choice', { value: String(action).slice(0, 64) });
  const { code, type } = ACTIONS[action];
  if (!holds(ctx.actor, [code])) throw new CodedError('permission_denied');
  return type;
}

/** Starts a test of assets or the gathering of their facts, in their organisation. @returns the id of run and task */
export function startChecks(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: CheckType,
  orgId: string,
  what: { assets?: readonly string[]; nodes?: readonly string[] },
): Promise<string> {
  const org = { ...ctx.org, id: orgId, isRoot: false };
  return start({ ...ctx, org }, jobs, {
    type,
    trigger: 'manual',
    automationId: null,
    snapshot: {
      type,
      name: '',
      comment: '',
      usernames: [],
      accounts: [],
      assets: [...(what.assets ?? [])],
      nodes: [...(what.nodes ?? [])],
    },
    sealedSecret: null,
  });
}

/** The platform has to allow a test of a single asset; a run over many tells of each. */
async function needTestable(ctx: Context, id: unknown): Promise<void> {
  const { rows } = await sql`
    select 1 from assets a join platforms p on p.id = a.platform_id
    where a.id = ${id} and p.automation->>'ansible_enabled' = 'true' and p.automation->>'ping_enabled' = 'true'`.execute(ctx.tx);
  if (rows.length === 0) throw new CodedError('error', {}, { body: { error: render(OFF, ctx.language) } });
}

/** Where not one of the assets can be dealt with, it is said at once and not only in the log of a run. */
async function needMethod(ctx: Context, type: CheckType, ids: readonly string[]): Promise<void> {
  const types = await unsupportedTypes(ctx, type, sql`select unnest(${ids}::uuid[])`, 'ever');
  if (types) throw new CodedError('error', {}, { body: { error: render(UNSUPPORTED, ctx.language, { types }) } });
}

async function ofMany(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, body: unknown): Promise<string> {
  const type = allowed(ctx, body);
  const { assets } = bodyOf(body);
  if (!Array.isArray(assets) || assets.length === 0)
    throw InvalidInput.on('assets', assets === undefined || Array.isArray(assets) ? 'required' : 'not_a_list');
  if (assets.length > MAX) throw InvalidInput.on('assets', 'too_many', { max: MAX });
  const ids = [...new Set(parseUuids(assets))];
  const { rows } = await sql<{ id: string; org_id: string }>`
    select id, org_id from assets where id = any(${ids}::uuid[]) and ${inOrg(ctx)}`.execute(ctx.tx);
  const known = new Set(rows.map(({ id }) => id));
  const missing = assets.find((given) => !known.has(parseUuids([given])[0] ?? ''));
  if (missing !== undefined) throw InvalidInput.on('assets', 'does_not_exist', { value: String(missing).slice(0, 64) });
  const orgs = new Set(rows.map(({ org_id }) => org_id));
  const [only = ctx.org.id] = orgs;
  if (orgs.size > 1) throw new CodedError('root_org_readonly');
  await needMethod(ctx, type, ids);
  return startChecks(ctx, jobs, type, only, { assets: ids });
}

/**
 * Tests and refreshes of one asset, of many, and of a node with all below it. Testing many at once by `POST assets/tasks/`
 * is our addition: clients of the API know only `refresh` there.
 */
export const assetTaskRoutes = ({ kernel, jobs }: AssetTaskDeps): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/assets/assets/:id/tasks/',
    name: 'assets.asset.task',
    policy: EITHER,
    async handle(ctx, { params, body }) {
      const { id, org_id } = await fetchRow(kernel().byName('asset'), ctx, String(params.id));
      const type = allowed(ctx, body);
      if (type === 'ping') await needTestable(ctx, id);
      await needMethod(ctx, type, [String(id)]);
      return ok({ task: await startChecks(ctx, jobs, type, String(org_id), { assets: [String(id)] }) }, 201);
    },
  },
  {
    method: 'POST',
    path: '/api/v1/assets/assets/tasks/',
    name: 'assets.asset.tasks',
    policy: EITHER,
    handle: async (ctx, { body }) => ok({ task: await ofMany(ctx, jobs, body) }, 201),
  },
  {
    method: 'POST',
    path: '/api/v1/assets/nodes/:id/tasks/',
    name: 'assets.node.tasks',
    policy: EITHER,
    async handle(ctx, { params, body }) {
      const node = await needNode(ctx, String(params.id));
      const type = allowed(ctx, body);
      return ok({ task: await startChecks(ctx, jobs, type, node.org_id, { nodes: [node.id] }) }, 201);
    },
  },
];
