import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ChoiceList } from './ChoiceList.tsx';

const NAMES = ['Linux', 'Windows', 'Unix', 'BSD', 'AIX', 'Solaris', 'Huawei', 'Cisco'];
const CHOICES = NAMES.map((label) => ({ value: label.toLowerCase(), label }));
const COUNTS = {
  count: 1_234,
  results: [],
  counts: [
    { value: 'linux', count: 1_200 },
    { value: 'windows', count: 34 },
    { value: 'bsd', count: 0 },
  ],
};

interface Kept {
  choices: typeof CHOICES;
  onChange: (value: string | undefined) => void;
  onClose: () => void;
}
function Kept({ choices, onChange, onClose }: Kept) {
  const [value, setValue] = useState<string>();
  return (
    <ChoiceList
      field={{ key: 'type', label: 'Type', choices, several: true }}
      value={value}
      counted={{ url: 'assets/hosts/', query: { search: 'web' } }}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
      onClose={onClose}
    />
  );
}

async function open(answer: Answer = COUNTS, choices = CHOICES) {
  const asked = serve({ 'GET assets/hosts/': answer });
  const [onClose, changes] = [vi.fn(), vi.fn()];
  return { ...(await draw(<Kept choices={choices} onChange={changes} onClose={onClose} />)), asked, changes, onClose };
}
const choice = (name: string) => screen.getByRole('menuitemcheckbox', { name });

test('each choice has its number, asked for once with the conditions that hold', async () => {
  const { asked } = await open();
  await waitFor(() => expect(choice('Linux')).toHaveTextContent('Linux1,200'));
  expect(choice('Linux')).toHaveAccessibleDescription('1,200 rows');
  expect(choice('BSD')).toHaveTextContent('BSD0');
  // What the server did not count has none.
  expect(choice('Cisco')).toHaveTextContent(/^Cisco$/);
  expect(asked).toHaveLength(1);
  expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ search: 'web', count_by: 'type' });
});

test('numbers of the first rows only are at least that many, and none of them is nought', async () => {
  await open({ ...COUNTS, count_capped: true });
  await waitFor(() => expect(choice('Linux')).toHaveTextContent('Linux1,200+'));
  expect(choice('BSD')).toHaveTextContent(/^BSD$/);
});

test('where nothing can be counted the choices are there all the same', async () => {
  await open({ status: 400, body: { count_by: ['No'] } });
  expect(choice('Linux')).toBeVisible();
});

test('typing finds choices, Enter ticks the first, arrows go through them, Escape closes', async () => {
  const { user, changes, onClose } = await open();
  expect(screen.getByRole('textbox')).toHaveFocus();
  await user.keyboard('win');
  expect(screen.getAllByRole('menuitemcheckbox')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(changes).toHaveBeenLastCalledWith('windows');
  expect(choice('Windows')).toBeChecked();
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('ix{ArrowDown}{Enter}{ArrowDown} ');
  expect(changes).toHaveBeenLastCalledWith('windows,unix,aix');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('a few choices need no search', async () => {
  await open(COUNTS, CHOICES.slice(0, 3));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(choice('Linux')).toHaveFocus();
});
