import { expect, test } from 'vitest';
import { secretPool } from '../redaction.ts';
import { withoutSecrets } from './events.ts';

test('each text of a result is told without the secrets of its run, and none ends with half of one where it was cut', () => {
  const pool = secretPool();
  pool.add(['Quiet-Harbour-7']);
  const [all, half] = ['a Quiet-Harbour-7 b', `${'.'.repeat(16 * 1024 - 8)}Quiet-Ha`];
  const told = withoutSecrets(
    { tell: 'result', host: 'web-01', task: all, state: 'failed', item: all, message: all, stdout: all, stderr: half },
    pool,
  );
  const clean = 'a ****** b';
  expect(told).toMatchObject({ host: 'web-01', task: clean, item: clean, message: clean, stdout: clean });
  expect(JSON.stringify(told)).not.toContain('Quiet');
  expect(withoutSecrets({ tell: 'play', name: all }, pool)).toEqual({ tell: 'play', name: clean });
});
