import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { draw, press, seen, serve } from '../test/draw.tsx';
import { AccessProvider } from './access.tsx';
import { useConnect } from './useConnect.tsx';

const granted = (id: string) => ({
  id,
  name: `web-${id}`,
  address: '10.0.0.1',
  protocols: [{ name: 'ssh', port: 22 }],
  category: { value: 'host', label: 'Host' },
  type: { value: 'linux', label: 'Linux' },
});

/** A page that is to connect to these. */
function Page({ assets }: { assets: readonly string[] }) {
  const { connect, dialog } = useConnect(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void Promise.all(assets.map((asset) => connect(asset))), []);
  return dialog;
}

test('several assets that have to be asked about are asked about one after the other', async () => {
  serve({
    'GET perms/users/self/assets/': ({ query }) => [granted(String(query.get('id')))],
    'GET perms/users/self/assets/a1/accounts/': () => [],
    'GET perms/users/self/assets/b2/accounts/': () => [],
  });
  await draw(
    <AccessProvider>
      <Page assets={['a1', 'b2']} />
    </AccessProvider>,
  );
  const titles = () => [...document.querySelectorAll('.ant-modal-title')].map((title) => title.textContent);
  await seen(() => expect(titles()).toEqual(['Connect to web-a1']));
  await press('Cancel');
  await seen(() => expect(titles()).toContain('Connect to web-b2'));
});
