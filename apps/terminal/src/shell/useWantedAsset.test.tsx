import { type ConnectOrder, leaveOrders, MOST_ORDERS } from '@postern/client/connect-picks';
import { act, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { useWantedAsset } from './useWantedAsset.ts';

/** A page that connects; each drawing of it brings another function to connect with. */
function Page({ asked }: { asked: string[] }) {
  const [times, setTimes] = useState(1);
  const asset = useWantedAsset(async (one) => void asked.push(one));
  return (
    <button type="button" onClick={() => setTimes(times + 1)}>
      {asset ?? 'none'}, drawn {times}
    </button>
  );
}

test.each([
  ['?login_to=a1', 'a1', ['a1']],
  ['?asset=b2', 'b2', ['b2']],
  ['?login_to=../c3', 'none', []],
  ['', 'none', []],
])('the address "%s" asks for %s, once however often the page is drawn', async (search, asset, connected) => {
  window.history.replaceState(null, '', `/luna/${search}`);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const asked: string[] = [];
  const box = await draw(<Page asked={asked} />);
  await act(async () => box.querySelector('button')?.click());
  expect(box.textContent).toBe(`${asset}, drawn 2`);
  expect(asked).toEqual(connected);
});

type Asked = (string | undefined)[][];

function Orders({ asked }: { asked: Asked }) {
  useWantedAsset(async (asset: string, _ask?: boolean, order?: ConnectOrder) => void asked.push([asset, order?.account]));
  return null;
}

/** Assets and accounts that the page at an address is to connect to, in their order. */
async function ordersAt(address: string): Promise<Asked> {
  window.history.replaceState(null, '', address);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const asked: Asked = [];
  await draw(<Orders asked={asked} />);
  return asked;
}

test('what the console left is opened one after the other, by one page and once', async () => {
  const address = leaveOrders(localStorage, [{ asset: 'a1', account: 'root' }, { asset: 'b2' }], 'o1');
  expect(address).toMatch(/^\/luna\/\?login_to=a1&oid=o1&picked=/);
  expect(await ordersAt(address)).toEqual([
    ['a1', 'root'],
    ['b2', undefined],
  ]);
  expect(await ordersAt(address)).toEqual([['a1', undefined]]);
});

test.each([
  ['is of no page of ours', () => '/luna/?login_to=a1&picked=0b6c3d52-3d0e-4d40-9d0a-2b6b4b7f3f11'],
  ['is old', () => leaveOrders(localStorage, [{ asset: 'a1', account: 'root' }], undefined, Date.now() - 3_600_000)],
])('an order that %s is not carried out: the page asks', async (_name, address) => {
  expect(await ordersAt(address())).toEqual([['a1', undefined]]);
});

test('a page opens so many at most, and names in orders are ids', async () => {
  const many = Array.from({ length: MOST_ORDERS + 5 }, (_, at) => ({ asset: `a${at}` }));
  expect(await ordersAt(leaveOrders(localStorage, many))).toHaveLength(MOST_ORDERS);
  expect(await ordersAt(leaveOrders(localStorage, [{ asset: 'a1' }, { asset: '../../x' }]))).toEqual([['a1', undefined]]);
});
