import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import type { RowAction } from './list-definition.ts';
import { RowActions } from './RowActions.tsx';

const action = (id: string, more: Partial<RowAction> = {}): RowAction => ({ id, label: id, run: () => undefined, ...more });
const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

async function open(...actions: RowAction[]) {
  const onRun = vi.fn();
  const view = await draw(
    <RowActions row={{ id: '1', name: 'web' }} actions={actions} more={(name) => `More for ${name}`} onRun={onRun} />,
  );
  return { ...view, onRun };
}

test('two actions stand in the row', async () => {
  await open(action('update'), action('delete'), action('hidden', { shown: () => false }));
  expect(names()).toEqual(['update', 'delete']);
});

test('of more than two the first stands in the row, the rest under More', async () => {
  const { user, onRun } = await open(action('update'), action('delete'), action('clone', { refused: () => 'Not now' }));
  expect(names()).toEqual(['update', 'More for web']);
  await user.click(screen.getByRole('button', { name: 'More for web' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['delete', 'cloneNot now']);
  expect(items[1]).toHaveAttribute('aria-disabled', 'true');
  await user.click(items[0] as HTMLElement);
  expect(onRun.mock.lastCall?.[0]).toMatchObject({ id: 'delete' });
});
