import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { AssetTree } from './AssetTree.tsx';

const TOP = '00000000-0000-4000-8000-000000000001';
const QUAY = '00000000-0000-4000-8000-000000000002';
const node = (id: string, key: string, pId: string, name: string, isParent: boolean) => ({
  id: key,
  name,
  title: name,
  pId,
  isParent,
  open: true,
  meta: { type: 'node', data: { id, key, value: name } },
});

async function tree(...perms: string[]) {
  updateSession({
    profile: { id: 'me', username: 'mia', perms } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
    pseudoOrg: undefined,
    settings: {},
  });
  const asked = serve({
    'GET assets/nodes/children/tree/': [node(TOP, '1', '', 'Default (3)', true), node(QUAY, '1:1', '1', 'Quay (2)', false)],
    [`POST assets/nodes/${QUAY}/children/`]: { id: TOP.replace(/1$/, '3'), key: '1:1:1', value: 'New node' },
    [`DELETE assets/nodes/${QUAY}/`]: {},
  });
  const view = await draw(<AssetTree editable pick={{}} onPick={() => undefined} height={400} />);
  const menu = async (name: RegExp) => {
    fireEvent.contextMenu(await screen.findByText(name));
    return async (item: string) => view.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  const writes = () => asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return { ...view, menu, writes };
}

test('a node is made below the one that was asked, and its name is written at once', async () => {
  const { menu, writes } = await tree('assets.add_node', 'assets.change_node');
  await (await menu(/^Quay/))('Create node');
  await waitFor(() => expect(writes()).toEqual([`POST assets/nodes/${QUAY}/children/`]));
  expect(await screen.findByRole('textbox')).toHaveValue('New node');
});

test('a node is deleted after a question, and nothing else is done', async () => {
  const { user, menu, writes } = await tree('assets.delete_node');
  await (await menu(/^Quay/))('Delete node');
  const question = within(await screen.findByRole('dialog'));
  expect(writes()).toEqual([]);
  await user.click(question.getByRole('button', { name: /Delete/ }));
  await waitFor(() => expect(writes()).toEqual([`DELETE assets/nodes/${QUAY}/`]));
});
