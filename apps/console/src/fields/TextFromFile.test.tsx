import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { TextFromFile } from './TextFromFile.tsx';

function Kept({ disabled }: { disabled: boolean }) {
  const [given, setGiven] = useState({ text: '', name: '' });
  return (
    <>
      <TextFromFile aria-label="Key" most={20} disabled={disabled} value={given.text} onText={(text, name) => setGiven({ text, name })} />
      <output>{given.name}</output>
    </>
  );
}

/** The field, and what it last said. */
async function field({ disabled = false } = {}) {
  const { user } = await draw(<Kept disabled={disabled} />);
  const area = screen.getByRole('textbox', { name: 'Key' });
  const drops = (name: string, text: string) => fireEvent.drop(area, { dataTransfer: { files: [new File([text], name)] } });
  return { user, area, drops, named: screen.getByRole('status') };
}

test('a file that is dropped is read, and named; what is typed after it has no name', async () => {
  const { user, area, drops, named } = await field();
  // The browser would open it instead.
  expect(drops('door.pem', 'a key')).toBe(false);
  await waitFor(() => expect(area).toHaveValue('a key'));
  expect(named).toHaveTextContent('door.pem');
  await user.type(area, '!');
  expect(area).toHaveValue('a key!');
  expect(named).toHaveTextContent('');
  // Text that is dropped is the browser's own business.
  expect(fireEvent.drop(area, { dataTransfer: { files: [] } })).toBe(true);
});

test('a file that is too large is refused in words, by drop and by choice, and what was there stays', async () => {
  const { user, area, drops } = await field();
  await user.type(area, 'before');
  drops('huge.pem', 'x'.repeat(21));
  expect(await screen.findByText(/^The file is larger than 20/)).toBeInTheDocument();
  expect(area).toHaveValue('before');
  drops('door.pem', 'a key');
  await waitFor(() => expect(area).toHaveValue('a key'));
  expect(screen.queryByText(/larger/)).toBeNull();
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['y'.repeat(21)], 'huge.pem'));
  expect(await screen.findByText(/^The file is larger than 20/)).toBeInTheDocument();
  expect(area).toHaveValue('a key');
});

test('where nothing may be entered nothing is dropped', async () => {
  const { area, drops } = await field({ disabled: true });
  expect(drops('door.pem', 'a key')).toBe(false);
  await waitFor(() => expect(area).toHaveValue(''));
});
