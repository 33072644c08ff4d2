import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ParametersDialog } from './ParametersDialog.tsx';
import { BLANK } from './parameters.ts';
import { RunResult } from './RunResult.tsx';

beforeEach(() => updateSession({ profile: { id: 'me', perms: ['ops.add_jobexecution'] } as unknown as Profile }));

const RUN = { id: 'r1', task_id: 'r1', job: { id: 'j1', name: 'x' }, parameters: { who: 'cat' }, is_finished: true };
const host = (name: string, status: string, output: string) => ({
  asset: { id: name, name },
  account: 'deploy',
  status: { value: status, label: status },
  reason: '',
  exit_code: status === 'ok' ? 0 : 1,
  output,
  output_digest: output,
  is_cut: false,
  date_start: null,
  date_finished: null,
});

const page = (results: readonly object[]) => ({ count: results.length, next: null, previous: null, results });

test('what failed is repeated with the parameters of the run, and the new run is shown', async () => {
  const asked = serve({
    'GET ops/job-executions/r1/': { ...RUN, counts: { ok: 1, failed: 1 } },
    'GET ops/job-executions/r1/hosts/': page([host('quay-1', 'ok', 'up'), host('quay-2', 'failed', '<b>down</b>')]),
    'POST ops/job-executions/': { task_id: 'r2' },
  });
  const shown = vi.fn();
  const { user } = await draw(<RunResult id="r1" onRun={shown} />);
  await user.click(await screen.findByRole('button', { name: /quay-2/ }));
  expect(screen.getByRole('region', { name: 'Output of quay-2' })).toHaveTextContent('<b>down</b>');
  expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Repeat the failed ones (1)' }));
  await waitFor(() => expect(shown).toHaveBeenCalledWith('r2'));
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ job: 'j1', parameters: { who: 'cat' }, failed_of: 'r1' });
});

test('of a thousand machines a page is drawn, and a word finds one among all', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => host(`m-${at}-end`, 'ok', 'up'));
  serve({
    'GET ops/job-executions/r1/': { ...RUN, counts: { ok: 1_000 } },
    'GET ops/job-executions/r1/hosts/': page(many),
  });
  const { user } = await draw(<RunResult id="r1" onRun={() => undefined} />);
  await screen.findByText('m-0-end');
  expect(screen.getAllByText(/^m-\d+-end$/)).toHaveLength(50);
  await user.type(screen.getByRole('textbox', { name: 'Search in names and output' }), 'm-987-');
  expect(await screen.findByText('m-987-end')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText(/^m-\d+-end$/)).toHaveLength(1));
});

test('a job that asks is not run before each answer fits', async () => {
  const run = vi.fn(async () => undefined);
  const parameters = [
    { ...BLANK, key: 'who', label: 'Whom', required: true },
    { ...BLANK, key: 'count', type: 'number' as const, default: 'x' },
  ];
  const { user } = await draw(
    <ParametersDialog title="Run Greeting" verb="Run" parameters={parameters} onRun={run} onClose={() => undefined} />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Run Greeting' }));
  await user.click(dialog.getByRole('button', { name: 'Run' }));
  expect(dialog.getByText('Needed.')).toBeInTheDocument();
  expect(dialog.getByText('This is no number.')).toBeInTheDocument();
  expect(run).not.toHaveBeenCalled();
  await user.type(dialog.getByLabelText('Whom'), 'cat');
  await user.clear(dialog.getByLabelText('count'));
  await user.type(dialog.getByLabelText('count'), '3');
  await user.click(dialog.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(run).toHaveBeenCalledWith({ who: 'cat', count: '3' }));
});
