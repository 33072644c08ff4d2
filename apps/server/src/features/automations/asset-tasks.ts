import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { among, at, type Context, can, choice, eb, holds, inOrg, type Route } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { rowsNamed } from '../../platform/fields.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { run } from '../../platform/routes/run.ts';
import { asset } from '../assets/index.ts';
import { needNode, node } from '../nodes/index.ts';
import { start } from './start.ts';
import { allows } from './supported.queries.ts';
import { needSupported, refusedTask } from './supported.ts';

/** Assets of one call. */
const MAX = 10_000;
/** Actions of the wire, the code each asks for, and the run it starts (docs/wire/assets.md#tests-and-refreshes). */
const ACTIONS = {
  test: { code: 'assets.test_assetconnectivity', type: 'ping' },
  refresh: { code: 'assets.refresh_assethardwareinfo', type: 'gather_facts' },
} as const;
const OFF = text(
  'The platform of the asset does not allow tests.',
  '该资产所属平台未启用测试。',
  'このアセットのプラットフォームではテストが許可されていません。',
);

type Action = keyof typeof ACTIONS;
type CheckType = (typeof ACTIONS)[Action]['type'];

const action = choice({
  label: text('Action', '动作', '操作'),
  required: true,
  choices: [
    { value: 'test', label: text('Test', '测试', 'テスト') },
    { value: 'refresh', label: text('Refresh', '刷新', '更新') },
  ],
});

/** What all the addresses have in common. */
const COMMON = {
  who: can('assets.test_assetconnectivity | assets.refresh_assethardwareinfo'),
  errors: ['permission_denied', 'error'],
} as const;

/** The run that somebody asks for, who may. */
function allowed(ctx: Context, asked: Action): CheckType {
  const { code, type } = ACTIONS[asked];
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
  return start(inOrganisation(ctx, orgId), jobs, {
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
    encryptedSecret: null,
  });
}

/** The platform has to allow a test of a single asset; a run over many tells of each. */
async function needTestable(ctx: Context, id: string): Promise<void> {
  const found = await anyRow(
    ctx.tx.selectFrom('assets as a').innerJoin('platforms as p', 'p.id', 'a.platform_id').where('a.id', '=', id).where(allows('ping')),
  );
  if (!found) throw refusedTask(ctx, OFF);
}

async function ofMany(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, asked: Action, assets: readonly string[]): Promise<string> {
  const type = allowed(ctx, asked);
  if (assets.length === 0) throw InvalidInput.on('assets', 'required');
  const which = among(at('a')('id'), assets);
  const owners = await ctx.tx
    .selectFrom('assets as a')
    .select('a.org_id')
    .distinct()
    .where(which)
    .where(inOrg(ctx, at('a')))
    .execute();
  const [only = ctx.org.id, ...others] = owners.map(({ org_id }) => org_id);
  if (others.length > 0) throw new CodedError('root_org_readonly');
  // Where not one of the assets can be dealt with, it is said at once and not only in the log of a run.
  await needSupported(ctx, type, which, 'ever');
  return startChecks(ctx, jobs, type, only, { assets });
}

/**
 * Tests and refreshes of one asset, of many, and of a node with all below it. Testing many at once by `POST assets/tasks/`
 * is our addition: clients of the API know only `refresh` there.
 */
export const assetTaskRoutes = (jobs: Pick<Jobs, 'enqueue'>): readonly Route[] => [
  run({
    ...COMMON,
    path: '/api/v1/assets/assets/:id/tasks/',
    name: 'assets.asset.task',
    rows: { one: asset },
    body: { action },
    async start(ctx, { row: { id, org_id }, body }) {
      const type = allowed(ctx, body.action);
      if (type === 'ping') await needTestable(ctx, id);
      await needSupported(ctx, type, eb('a.id', '=', id), 'ever');
      return startChecks(ctx, jobs, type, org_id, { assets: [id] });
    },
  }),
  run({
    ...COMMON,
    path: '/api/v1/assets/assets/tasks/',
    name: 'assets.asset.tasks',
    rows: { of: [asset] },
    body: { action, assets: rowsNamed('asset', asset.labelPlural, MAX) },
    errors: [...COMMON.errors, 'root_org_readonly'],
    start: (ctx, { body }) => ofMany(ctx, jobs, body.action, body.assets),
  }),
  run({
    ...COMMON,
    path: '/api/v1/assets/nodes/:id/tasks/',
    name: 'assets.node.tasks',
    rows: { of: [node] },
    body: { action },
    errors: [...COMMON.errors, 'object_does_not_exist'],
    find: (ctx, { request }) => needNode(ctx, String(request.params.id)),
    start: (ctx, { found, body }) => startChecks(ctx, jobs, allowed(ctx, body.action), found.org_id, { nodes: [found.id] }),
  }),
];
