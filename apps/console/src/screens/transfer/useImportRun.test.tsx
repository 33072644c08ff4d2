import type { ImportAnswer } from '@postern/contract/transfer';
import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openImport } from './import-run.ts';
import { useImportRun } from './useImportRun.ts';

test('rows go in portions, the next one 100 ms after the answer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const data = Array.from({ length: 60 }, (_, at) => ({ name: `web-${at}` }));
  const opened = openImport('create', { source: 's', title: [['Name', 'name']], data });
  const send = vi.fn(async ({ rows }: { rows: readonly { n: number }[] }): Promise<ImportAnswer> => {
    return { results: rows.map(({ n }) => ({ n, status: 'ok', id: `id-${n}` })) };
  });
  const { result } = renderHook(() => useImportRun(opened, send));
  await act(async () => result.current.start('import'));
  await act(() => vi.advanceTimersByTimeAsync(99));
  expect(send).toHaveBeenCalledTimes(1);
  expect(send.mock.calls[0]?.[0].rows).toHaveLength(50);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(send).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(result.current.run.phase).toBe('done');
  expect(send).toHaveBeenCalledTimes(2);
});
