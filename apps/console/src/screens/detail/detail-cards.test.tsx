import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { AutoCard } from './AutoCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RelationCard } from './RelationCard.tsx';

const LIST = {
  'GET things/': {
    count: 2,
    next: null,
    previous: null,
    results: [
      { id: 'a', name: 'Anna' },
      { id: 'b', name: 'Bea' },
    ],
  },
};

test('a quick action is a button, a switch, a choice or an object; hidden ones are not drawn', async () => {
  serve(LIST);
  const calls = { run: vi.fn(), toggle: vi.fn(), choose: vi.fn(), pick: vi.fn() };
  const { user } = await draw(
    <QuickActions
      actions={[
        { id: 'press', title: 'Test it', verb: 'Test', run: calls.run },
        { id: 'flip', title: 'Active', checked: true, toggle: calls.toggle, tip: 'Off means out.' },
        {
          id: 'choice',
          title: 'Level',
          value: 1,
          choices: [
            { value: 0, label: 'None' },
            { value: 1, label: 'Some' },
          ],
          choose: calls.choose,
        },
        { id: 'pick', title: 'Switch from', url: 'things/', selected: { id: 'a', name: 'Anna' }, pick: calls.pick },
        { id: 'gone', title: 'Gone', verb: 'Go', shown: false, run: calls.run },
        { id: 'locked', title: 'Locked', verb: 'Unlock', refused: 'Not yet.', run: calls.run },
      ]}
    />,
  );
  expect(screen.queryByText('Gone')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Unlock', description: 'Not yet.' }));
  expect(calls.run).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(calls.run).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('switch', { name: 'Active' }));
  expect(calls.toggle).toHaveBeenCalledWith(false);
  await user.click(screen.getByRole('button', { name: 'About Active' }));
  expect(await screen.findByText('Off means out.')).toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Level' }));
  await user.click(await screen.findByText('None'));
  expect(calls.choose).toHaveBeenCalledWith(0);
  await user.click(screen.getByRole('button', { name: 'Anna' }));
  await user.click(screen.getByRole('combobox', { name: 'Switch from' }));
  await user.click(await screen.findByText('Bea'));
  await waitFor(() => expect(calls.pick).toHaveBeenCalledWith('b'));
  expect(await screen.findByRole('button', { name: 'Anna' })).toBeInTheDocument();
});

test('a switch that fails goes back by itself and can be tried again', async () => {
  const toggle = vi.fn().mockRejectedValueOnce(new Error('no'));
  const { user } = await draw(<QuickActions actions={[{ id: 'flip', title: 'Active', checked: false, toggle }]} />);
  const control = screen.getByRole('switch', { name: 'Active' });
  await user.click(control);
  await waitFor(() => expect(control).not.toHaveClass('ant-switch-loading'));
  expect(control).not.toBeChecked();
  await user.click(control);
  expect(toggle).toHaveBeenCalledTimes(2);
});

test('relations are added, removed unless inherited, and shown ten at a time', async () => {
  serve(LIST);
  const [add, remove] = [vi.fn(), vi.fn()];
  const items = Array.from({ length: 12 }, (_, n) => ({
    id: `i${n}`,
    name: `Item ${n}`,
    label: `Item ${n}`,
    ...(n === 1 ? { inherited: 'by group' } : {}),
  }));
  const { user } = await draw(<RelationCard title="Members" url="things/" items={items} add={add} remove={remove} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
  expect(screen.getByRole('button', { name: 'Remove Item 1' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Remove Item 3' }));
  expect(remove).toHaveBeenCalledWith('i3');
  expect(screen.getByRole('button', { name: 'Add' })).toHaveAccessibleDescription('Choose what to add first.');
  await user.click(screen.getByRole('combobox', { name: 'Members' }));
  await user.click(await screen.findByText('Bea'));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(add).toHaveBeenCalledWith(['b']);
});

test('a failed addition keeps the choice; a disabled card can do nothing', async () => {
  serve(LIST);
  const add = vi.fn().mockRejectedValue(new Error('no'));
  const { user, unmount } = await draw(<RelationCard title="Members" url="things/" add={add} />);
  await user.click(screen.getByRole('combobox', { name: 'Members' }));
  await user.click(await screen.findByText('Anna'));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(add).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Add' })).toBeEnabled();
  unmount();
  await draw(
    <RelationCard
      title="Members"
      url="things/"
      refused="Not yet."
      items={[{ id: 'a', name: 'Anna', label: 'Anna' }]}
      add={add}
      remove={vi.fn()}
    />,
  );
  const row = screen.getByRole('listitem');
  expect(within(row).getByRole('button')).toHaveAccessibleDescription('Not yet.');
  expect(screen.getByRole('combobox', { name: 'Members' })).toBeDisabled();
});

test('a picker beside the select adds what was chosen there', async () => {
  serve(LIST);
  const add = vi.fn().mockResolvedValue(undefined);
  const { user } = await draw(
    <RelationCard
      title="Assets"
      url="things/"
      items={[{ id: 'a', name: 'Anna', label: 'Anna' }]}
      add={add}
      picker={({ taken, add: take }) => (
        <button type="button" onClick={() => void take(['x'])}>
          Take all but {taken.join()}
        </button>
      )}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Choose from the tree' }));
  await user.click(screen.getByRole('button', { name: 'Take all but a' }));
  expect(add).toHaveBeenCalledWith(['x']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take all but a' })).not.toBeInTheDocument());
});

test('facts wait for the words of the metadata, and say so when those cannot be had', async () => {
  const row = { id: 'a', name: 'Anna', protocols: ['ssh'] };
  const info = (label: string) => ({ label, type: 'string', read_only: true });
  let answer = (): Answer => ({ status: 503, body: { code: 'too_busy', detail: 'Busy.' } });
  const gate = Promise.withResolvers<void>();
  serve({ 'OPTIONS things/a/': () => gate.promise.then(() => answer()) });
  const { user } = await draw(
    <AutoCard url="things/" row={row} title="Facts" fields={['name', 'protocols', 'secret']} cells={{ protocols: () => 'SSH' }} />,
  );
  expect(screen.getByRole('status')).toBeInTheDocument();
  // A name of the wire is a word of no language.
  expect(screen.queryByText('protocols')).not.toBeInTheDocument();
  gate.resolve();
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  answer = () => ({ name: '', actions: { GET: { name: info('Name'), protocols: info('Ways in') } } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ways in')).toBeInTheDocument();
  expect(screen.getByText('SSH')).toBeInTheDocument();
  expect(screen.queryByText('secret')).not.toBeInTheDocument();
});
