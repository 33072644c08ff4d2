import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { Dialog } from './Dialog.tsx';

function Opener({ keeps }: { keeps: boolean }) {
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

async function opened(keeps: boolean = true) {
  const { user } = await draw(<Opener keeps={keeps} />);
  await user.tab();
  while (document.activeElement !== screen.getByRole('button', { name: 'Open' })) await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'A form' });
  return user;
}

const form = () => screen.queryByRole('dialog', { name: 'A form' });
test('Esc closes a dialog, and the focus comes back to what opened it', async () => {
  const user = await opened();
  await user.type(screen.getByLabelText('Look for'), 'x');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});
