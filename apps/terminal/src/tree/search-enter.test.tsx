import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { draw, seen, serve, type } from '../test/draw.tsx';
import { AssetPanel } from './AssetPanel.tsx';

const hit = (id: string, name: string) => ({ id, name, title: name, pId: '', isParent: false, meta: { type: 'asset', data: {} } });
const HITS: Readonly<Record<string, readonly object[]>> = { old: [hit('1', 'old')], web: [hit('2', 'web-1')], none: [] };

async function panel() {
  serve({
    'GET perms/users/self/nodes/children-with-assets/tree/': () => [],
    'GET assets/favorite-assets/': () => [],
    'GET perms/users/self/assets/tree/': ({ query }) => HITS[query.get('search') ?? ''] ?? [],
  });
  const onConnect = vi.fn();
  const box = await draw(<AssetPanel onConnect={onConnect} onNewWindow={() => undefined} />);
  const field = box.querySelector('input') as HTMLInputElement;
  const key = (name: string) => act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
  const shown = (name: string) => seen(() => expect(box.querySelector('[role="treeitem"]')?.textContent).toContain(name));
  return { onConnect, field, key, shown };
}

test('who types a name and Enter at once gets that machine when the answer is there, and not the one found before', async () => {
  const { onConnect, field, key, shown } = await panel();
  await type(field, 'old');
  await shown('old');
  await type(field, 'web');
  await key('Enter');
  expect(onConnect).not.toHaveBeenCalled();
  await seen(() => expect(onConnect).toHaveBeenCalledWith('2', false));
  expect(onConnect).toHaveBeenCalledOnce();
});

test('Enter opens what is found, and nothing where nothing is', async () => {
  const { onConnect, field, key, shown } = await panel();
  await key('Enter');
  await type(field, 'old');
  await shown('old');
  await key('Enter');
  expect(onConnect.mock.calls).toEqual([['1', false]]);
  await type(field, 'none');
  await key('Enter');
  await seen(() => expect(document.body.textContent).toContain('none'));
  expect(onConnect).toHaveBeenCalledOnce();
});
