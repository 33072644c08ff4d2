import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { useRunAction } from './useRunAction.ts';

function Button({ run, onEnd }: { run: () => Promise<unknown>; onEnd: (ran: boolean) => void }) {
  const runAction = useRunAction();
  const question = { title: 'Delete it?', verb: 'Delete', danger: true };
  return (
    <button type="button" onClick={() => void runAction(run, { question }).then(onEnd)}>
      Go
    </button>
  );
}

test('what fails keeps the question open to be tried again, and leaves no unheard rejection', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  const run = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce(undefined);
  const onEnd = vi.fn();
  const { user } = await draw(<Button run={run} onEnd={onEnd} />);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(onEnd).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: /Delete$/ }));
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith(true));
  expect(unheard).not.toHaveBeenCalled();
  process.off('unhandledRejection', unheard);
});

test('who cancels has done nothing', async () => {
  const run = vi.fn();
  const onEnd = vi.fn();
  const { user } = await draw(<Button run={run} onEnd={onEnd} />);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith(false));
  expect(run).not.toHaveBeenCalled();
});

test('who says no to a question on the way has done nothing, and is told nothing', async () => {
  const run = vi.fn().mockRejectedValue(new DOMException('no', 'AbortError'));
  const onEnd = vi.fn();
  const { user } = await draw(<Button run={run} onEnd={onEnd} />);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith(false));
  await waitFor(() => expect(screen.queryByText('Delete it?')).toBeNull());
});
