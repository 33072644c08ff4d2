import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { ColumnSettings } from './ColumnSettings.tsx';

const columns = ['name', 'address', 'comment'].map((name) => ({ name, label: name, fixed: name === 'name', width: undefined }));

async function open() {
  const [onSave, onClose] = [vi.fn(), vi.fn()];
  const view = await draw(<ColumnSettings columns={columns} visible={['name', 'comment']} onSave={onSave} onClose={onClose} />);
  return { ...view, onSave, onClose };
}

test('columns are ticked and moved; what a list needs stays', async () => {
  const { user, onSave, onClose } = await open();
  expect(screen.getByRole('checkbox', { name: 'name' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'address' }));
  await user.click(screen.getByRole('checkbox', { name: 'comment' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(['name', 'address'], {});
  expect(onClose).toHaveBeenCalledOnce();
});

test('the usual ones are restored', async () => {
  const { user, onSave } = await open();
  await user.click(screen.getByRole('button', { name: 'Restore defaults' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(undefined, {});
});
