import { ROLE } from '@postern/contract/ids';
import { builtinRole, grantable } from '@postern/contract/permissions';
import { describe, expect, it } from 'vitest';
import { permissionTree } from './permission-tree.ts';

const tree = (scope: 'system' | 'org', role?: string) =>
  permissionTree({ scope, checked: new Set(role ? builtinRole(role)?.permissions : []), locked: role !== undefined, language: 'en' });

describe('permission tree', () => {
  it('hangs every grantable code below the root exactly once', () => {
    for (const scope of ['system', 'org'] as const) {
      const nodes = tree(scope);
      const byId = new Map(nodes.map((node) => [node.id, node]));
      expect(byId.size).toBe(nodes.length);
      const leaves = nodes.filter((node) => !node.isParent);
      expect(leaves.map((node) => node.title).sort()).toEqual(
        grantable(scope)
          .map((one) => one.code)
          .sort(),
      );
      for (const leaf of leaves) {
        let at = leaf;
        for (let step = 0; at.pId !== '' && step < 10; step += 1) at = byId.get(at.pId) ?? { ...at, pId: '' };
        expect(at.id, leaf.title).toBe('$ROOT$');
      }
    }
  });

  it('counts what is checked and locks built-in roles', () => {
    const nodes = tree('org', ROLE.ORG_USER);
    const root = nodes.find((node) => node.id === '$ROOT$');
    expect(root?.name).toBe('All permissions (21/176)');
    expect(nodes.filter((node) => !node.isParent).every((node) => node.chkDisabled)).toBe(true);
    expect(nodes.find((node) => node.id === 'view_workbench')?.checked).toBe(true);
    expect(nodes.find((node) => node.id === 'users')?.checked).toBeNull();
  });

  it('moves acls below permissions and leaves no empty parents', () => {
    const nodes = tree('org');
    expect(nodes.find((node) => node.id === 'acls.commandfilteracl')?.pId).toBe('perms');
    expect(nodes.some((node) => node.id === 'acls' || node.id === 'ops' || node.id === 'view_other')).toBe(false);
  });
});
