import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFresh } from './useFresh.ts';

const KEY = ['role', '1'];
const Shown = ({ ask }: { ask: () => Promise<string> }) => <p>{useFresh({ queryKey: KEY, queryFn: ask }).data ?? 'waits'}</p>;

const drawn = (queries: QueryClient, ask: () => Promise<string>) =>
  render(
    <QueryClientProvider client={queries}>
      <Shown ask={ask} />
    </QueryClientProvider>,
  );

test('the copy of another page is not what a form starts from', async () => {
  const queries = new QueryClient();
  queries.setQueryData(KEY, 'as another page has seen it');
  let answer: (value: string) => void = () => undefined;
  drawn(queries, () => new Promise((done) => (answer = done)));
  expect(screen.getByText('waits')).toBeVisible();
  answer('as it is');
  expect(await screen.findByText('as it is')).toBeVisible();
});

test('a line that was away and is back does not replace what is being edited', async () => {
  let asked = 0;
  drawn(new QueryClient(), async () => `answer ${++asked}`);
  expect(await screen.findByText('answer 1')).toBeVisible();
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await Promise.resolve();
  expect(screen.getByText('answer 1')).toBeVisible();
  expect(asked).toBe(1);
});
