import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { Dialog } from './Dialog.tsx';

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

test('Esc asks before it throws away what was entered; Cancel and the cross do what they say', async () => {
  const user = await opened();
  await user.type(screen.getByLabelText('Name'), 'x');
  await user.keyboard('{Escape}');
  await answer(user, 'Stay');
  await waitFor(() => expect(screen.queryAllByText('Throw away what you entered?')).toEqual([]));
  expect(form()).not.toBeNull();
  await user.type(screen.getByLabelText('Name'), 'y{Escape}');
  await answer(user, 'Throw away');
  await waitFor(() => expect(form()).toBeNull());
});

test('a question that is soon typed again goes at once', async () => {
  const user = await opened('beside');
  await user.type(screen.getByLabelText('Name'), 'x{Escape}');
  await waitFor(() => expect(form()).toBeNull());
});
