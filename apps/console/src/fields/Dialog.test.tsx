import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Select } from 'antd';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { Dialog } from './Dialog.tsx';

// In what it takes for tests the library gives all parts over a page one id, and the first that goes takes Esc from the others.
beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'));

function Opener({ keeps }: { keeps: boolean | 'beside' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog title="A form" keeps={keeps} onClose={() => setOpen(false)}>
          <input aria-label="Name" />
          <input aria-label="Look for" type="search" />
          <Select aria-label="Town" options={[{ value: 'Kyoto' }, { value: 'Porto' }]} />
        </Dialog>
      )}
    </>
  );
}

async function opened(keeps: boolean | 'beside' = true) {
  const { user } = await draw(<Opener keeps={keeps} />);
  await user.tab();
  while (document.activeElement !== screen.getByRole('button', { name: 'Open' })) await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'A form' });
  return user;
}

const form = () => screen.queryByRole('dialog', { name: 'A form' });
const question = () => screen.findAllByText('Throw away what you entered?');
const answer = async (user: Awaited<ReturnType<typeof opened>>, words: string) => {
  await question();
  await user.click(screen.getByRole('button', { name: words }));
};

test('Esc closes an untouched dialog, and the focus comes back to what opened it', async () => {
  const user = await opened();
  await user.type(screen.getByLabelText('Look for'), 'x');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

test('Esc asks before it throws away what was entered', async () => {
  const user = await opened();
  await user.type(screen.getByLabelText('Name'), 'x{Escape}');
  await answer(user, 'Stay');
  await waitFor(() => expect(screen.queryAllByText('Throw away what you entered?')).toEqual([]));
  expect(screen.getByLabelText('Name')).toHaveValue('x');
  await user.type(screen.getByLabelText('Name'), 'y{Escape}');
  await answer(user, 'Throw away');
  await waitFor(() => expect(form()).toBeNull());
});

test.each([
  ['by a mouse', async (user: Awaited<ReturnType<typeof opened>>) => user.click(await screen.findByTitle('Porto'))],
  // The list reads the number of a key, which `user` does not give it.
  ['by keys', async () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', keyCode: 13, which: 13 })],
])('what was chosen in a list over a dialog %s is not thrown away unasked', async (_, choose) => {
  const user = await opened();
  const list = screen.getByRole('combobox', { name: 'Town' });
  await user.click(list);
  await choose(user);
  await waitFor(() => expect(list).toHaveAttribute('aria-expanded', 'false'));
  await user.keyboard('{Escape}');
  await question();
  expect(form()).not.toBeNull();
});

test('a question that is soon typed again goes at once', async () => {
  const user = await opened('beside');
  await user.type(screen.getByLabelText('Name'), 'x{Escape}');
  await waitFor(() => expect(form()).toBeNull());
});
