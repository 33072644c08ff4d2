import { eb } from '@postern/resource';
import { gatherFacts, testAsset } from './asset-checks.ts';
import { storeFound, storeGathered } from './gathered.ts';
import { machineOf } from './machine.ts';
import { each, MAX_TARGETS, type Run, refused, report, say } from './run-state.ts';
import { assetsOfRun } from './targets.ts';

/** Types of runs about assets as a whole; the others are about accounts. */
export const ASSET_RUNS = ['gather_accounts', 'ping', 'gather_facts'] as const;
type AssetRun = (typeof ASSET_RUNS)[number];

async function gatherFrom(run: Run, assetId: string, name: string): Promise<void> {
  const { system, execution } = run;
  try {
    const { asset, method, reach, login, noLogin } = await machineOf(system, assetId, 'gather_accounts');
    if (!login) throw noLogin;
    const session = await method.open(reach, login);
    const found = await session.gather().finally(() => session.close());
    const made = await system.asSystem('accounts found', async (ctx) => {
      await storeGathered(ctx, asset, found);
      return execution.snapshot.is_sync_account ? storeFound(run.kernel(), ctx, eb('g.asset_id', '=', asset.id)) : 0;
    });
    run.tally.ok += 1;
    say(run, 'found', { target: name, count: found.length, made });
  } catch (error) {
    refused(run, { id: assetId, label: name }, error);
  }
}

/** One run about assets: what accounts they have, whether they answer, what they are. */
export async function onAssets(run: Run, type: AssetRun): Promise<void> {
  const { execution, system } = run;
  const assets = await assetsOfRun(system.systemContext('assets of a run'), execution.org_id, execution.snapshot, MAX_TARGETS);
  if (assets.length === 0) say(run, 'empty');
  const one = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    if (type === 'gather_accounts') await gatherFrom(run, id, name);
    else report(run, { id, label: name }, await (type === 'ping' ? testAsset : gatherFacts)(system, id));
  };
  await each(assets, one, run);
}
