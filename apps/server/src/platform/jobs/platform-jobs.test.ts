import { expect, test } from 'vitest';
import type { Platform } from '../platform.ts';
import { platformJobs } from './platform-jobs.ts';

test('old entries are removed every night at two, what has expired every ten minutes', () => {
  const jobs = platformJobs({} as Platform);
  expect(Object.fromEntries(jobs.map(({ name, schedule }) => [name, schedule]))).toEqual({
    'platform.expire': '*/10 * * * *',
    'platform.retention': '0 2 * * *',
    'evidence.fold-counts': '* * * * *',
    'evidence.recount': '20 3 * * *',
    'kept-counts.fold': '* * * * *',
    'kept-counts.recount': '30 3 * * *',
    'reach.prune': '*/10 * * * *',
  });
});
