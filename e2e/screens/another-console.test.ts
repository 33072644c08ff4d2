import type { Json } from '@postern/testkit/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { logIn } from '../support/console.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// A proxy serves somebody else's console at /ui/: what stands under /core/ needs nothing of ours there.

const { postern, browser, api } = productOfFile();
let person: Person;
const asked: string[] = [];

beforeAll(async () => {
  person = await newPerson(browser, { origin: postern.origin });
  await person.page.context().route('**/ui/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title><h1>Another console</h1>' });
  });
});

afterAll(async () => {
  await person?.close();
});

test('the login page is drawn and logs in', async () => {
  const { page } = person;
  await logIn(page, 'admin', ADMIN_PASSWORD, '/core/auth/login/');
  await page.getByRole('heading', { name: 'Another console' }).waitFor();
  // Only where it went to in the end.
  expect(asked).toEqual(['/ui/']);
});

test('the log of a task is a page of its own', async () => {
  const { page } = person;
  const started = await api.post<Json>('assets/nodes/check_assets_amount_task/', {});
  expect(started.status, JSON.stringify(started.body)).toBeLessThan(300);
  person.troubles();
  const before = asked.length;
  await visit(page, `/core/ops/celery/task/${started.body.task}/log/`);
  await until('the task has ended', 60_000, async () =>
    ((await page.locator('.xterm-rows').textContent()) ?? '').includes('The task has ended.'),
  );
  await shoot(page, 'another-console-task-log');
  expect(asked.slice(before)).toEqual([]);
  // Not a word of the policy of pages, and no file that is missing.
  expect(person.troubles()).toEqual([]);
});
