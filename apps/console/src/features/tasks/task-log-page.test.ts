import { expect, test } from 'vitest';
import { logAddress } from './task-log-page.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test.each(['/ops/celery/task', '/ops/ansible/task', '/ops/task/task'])('%s/{id}/log/ shows the log of that run', (base) => {
  expect(logAddress(`${base}/${ID}/log/`, '?type=ansible')).toMatchObject({ id: ID });
});

test('other addresses are no logs', () => {
  expect(logAddress(`/ops/celery/task/${ID}/`, '')).toBeUndefined();
  expect(logAddress('/ops/celery/task/x/log/', '')).toBeUndefined();
});
