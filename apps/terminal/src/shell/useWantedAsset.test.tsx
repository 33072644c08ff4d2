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
