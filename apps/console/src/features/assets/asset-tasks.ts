import type { Row } from '../../model/resource.ts';
import { client } from '../../session/http.ts';
import { startTask } from '../tasks/start-task.ts';

/** A test logs in on machines, a refresh asks what they are (docs/wire/assets.md#tests-and-refreshes). */
export type AssetAction = 'test' | 'refresh';

/** Code each action asks for. */
export const MAY: Readonly<Record<AssetAction, string>> = {
  test: 'assets.test_assetconnectivity',
  refresh: 'assets.refresh_assethardwareinfo',
};

export const startOnAsset = (action: AssetAction, asset: Row) => startTask(client.assets.task(String(asset.id), { action }));
export const startOnAssets = (action: AssetAction, assets: readonly Row['id'][]) => startTask(client.assets.tasks({ action, assets }));
/** For a node with all below it. */
export const startOnNode = (action: AssetAction, node: string) => startTask(client.nodes.tasks(node, { action }));

const SWITCH: Readonly<Record<AssetAction, string>> = { test: 'ping_enabled', refresh: 'gather_facts_enabled' };

/** Whether the platform of an asset lets it be done (`auto_config`, docs/wire/assets.md#assets). */
export function isAutomated(asset: Row, action: AssetAction): boolean {
  const config = (asset.auto_config ?? {}) as Readonly<Record<string, unknown>>;
  return config.ansible_enabled === true && config[SWITCH[action]] === true;
}
