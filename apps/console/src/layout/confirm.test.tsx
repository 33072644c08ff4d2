import { useConfirm, useWithdrawConfirms } from '@postern/ui';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';

let ask: ReturnType<typeof useConfirm>;
let leave: () => void;
function Page() {
  ask = useConfirm();
  leave = useWithdrawConfirms();
  return <p>A page</p>;
}

const QUESTION = { title: 'Delete quay-1?', action: 'Delete', cancel: 'Cancel' };

test('a question goes with its page, as if it had been cancelled', async () => {
  await draw(<Page />);
  let answer: boolean | undefined;
  act(() => void ask(QUESTION).then((given) => (answer = given)));
  await screen.findByRole('dialog');
  act(() => leave());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answer).toBe(false);
});

test('what was confirmed goes on, and says whether it worked', async () => {
  const { user } = await draw(<Page />);
  let answer: boolean | undefined;
  let done: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    done = resolve;
  });
  act(() => void ask({ ...QUESTION, run: () => work }).then((given) => (answer = given)));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  act(() => leave());
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  await act(async () => done());
  await waitFor(() => expect(answer).toBe(true));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
