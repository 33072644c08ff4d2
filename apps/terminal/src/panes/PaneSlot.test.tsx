import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { opened } from '../test/tabs.ts';
import { PaneSlot } from './PaneSlot.tsx';

const none = () => undefined;

test('a machine that a label marks has a band with its words, and others have none', async () => {
  const state = opened('web-1');
  const [tab] = state.tabs;
  if (!tab) throw new Error('no tab');
  const drawn = async (mark: typeof tab.target.mark) => {
    const target = { ...tab.target, mark };
    const actions = { activate: none, zoom: none, close: none, sync: none };
    const box = await draw(
      <PaneSlot tab={{ ...tab, target }} state={state} rect={undefined} visible bar={false} actions={actions}>
        <i />
      </PaneSlot>,
    );
    return box.querySelector('[role="note"]');
  };
  const band = await drawn({ color: 'red', text: 'env:production', warning: 'Customers work here' });
  expect([band?.textContent, band?.className]).toEqual(['env:productionCustomers work here', 'p-band p-mark--red']);
  expect(await drawn(undefined)).toBeNull();
});
