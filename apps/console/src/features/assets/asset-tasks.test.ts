import type { TreeNode } from '@postern/contract/wire';
import { describe, expect, test } from 'vitest';
import { isAutomated } from './asset-tasks.ts';
import { nodeMenu } from './node-menu.ts';

const asset = (auto_config: object) => ({ id: 'a', auto_config });
const node: TreeNode = {
  id: '1:0',
  name: 'Berlin (3)',
  title: 'Berlin',
  pId: '1',
  isParent: true,
  open: false,
  meta: { type: 'node', data: { id: 'n', key: '1:0', value: 'Berlin' } },
};
const keysFor = (granted: readonly string[]) =>
  nodeMenu(node, { can: (code) => granted.includes(code), t: (key) => key, top: 'top' }).map(({ key }) => key);

describe('what is done to assets as a whole', () => {
  test('needs automation and the switch of the action on the platform', () => {
    expect(isAutomated(asset({ ansible_enabled: true, ping_enabled: true }), 'test')).toBe(true);
    expect(isAutomated(asset({ ansible_enabled: true, ping_enabled: true }), 'refresh')).toBe(false);
    expect(isAutomated(asset({ ansible_enabled: false, gather_facts_enabled: true }), 'refresh')).toBe(false);
    expect(isAutomated({ id: 'a' }, 'test')).toBe(false);
  });

  test('is offered on a node by the right of each action', () => {
    expect(keysFor(['assets.test_assetconnectivity'])).toEqual(['test', 'info']);
    expect(keysFor(['assets.refresh_assethardwareinfo'])).toEqual(['refresh', 'info']);
    expect(keysFor([])).toEqual(['info']);
  });
});
