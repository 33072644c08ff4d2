import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Context } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { createApi, createCookieJar } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOfFile, startTestServer, type TestServer } from '../../test/harness.ts';
import { isHere } from '../features/authentication/demo-login.ts';
import { type DemoPeople, readDemoPeople, writeDemoPeople } from '../features/authentication/index.ts';
import { fillDemo } from './fill.ts';

// The people of a demo are let in by a click: there, and nowhere else.

/** The database of a demo, in a start without `--demo`. */
/** The same with it. */
let demo: TestServer;
let people: DemoPeople;

const former = serverOfFile();
beforeAll(async () => {
  const { platform, assembly } = former;
  const made = await fillDemo({ ...assembly, platform, target: { password: 'Demo-of-a-test-1', port: 2022 }, say: () => undefined });
  people = made?.people ?? new Map();
  demo = await startTestServer({ besides: former, demo: people });
});
afterAll(async () => {
  await demo?.close();
});

const idOf = (part: string): string => [...people].find(([, one]) => one === part)?.[0] ?? '';

function visitor(on: TestServer) {
  const cookies = createCookieJar();
  return { ...createApi({ origin: on.url, cookies }), cookies };
}

async function click(on: TestServer, person: string, headers: Record<string, string> = {}) {
  const browser = visitor(on);
  await browser.get('/core/auth/login/');
  const { status, body } = await browser.post<Json>('/core/auth/login/demo/', { person }, { headers });
  return { browser, status, body };
}

test('a click lets in as each of them, with their rights, and stands in the log as a log-in', async () => {
  const roles: Record<string, [string, number]> = {
    administrator: ['users/users/?limit=1', 200],
    auditor: ['audits/login-logs/?limit=1', 200],
    user: ['users/users/?limit=1', 403],
    approver: ['users/users/?limit=1', 403],
  };
  for (const [id, part] of people) {
    const { browser, status } = await click(demo, id);
    expect([part, status]).toEqual([part, 200]);
    expect((await browser.get<Json>('users/profile/')).body.id).toBe(id);
    const [path, answer] = roles[part] ?? ['', 0];
    expect([part, (await browser.get(path)).status]).toEqual([part, answer]);
  }
  const admin = await demo.as('admin');
  const { results } = (await admin.get<{ results: Json[] }>('audits/login-logs/?limit=4&offset=0')).body;
  expect(results.map(({ backend, status }) => [backend, status?.value ?? status])).toEqual(Array(4).fill(['Demo', true]));
});

test('the log-in page is told who they are', async () => {
  const { body } = await demo.anyone.get<Json>('settings/public/open/');
  expect(body.DEMO_PEOPLE.map(({ part }: Json) => part)).toEqual(['administrator', 'auditor', 'user', 'approver']);
  expect(JSON.stringify(body.DEMO_PEOPLE)).not.toContain('password');
});

test('whoever is in is told that it is a demo, and nobody elsewhere', async () => {
  const told = async (on: TestServer) => (await (await on.as('admin')).get<Json>('settings/public/')).body.DEMO;
  expect([await told(demo), await told(former)]).toEqual([true, undefined]);
});

test('nobody else is let in so, be they of the demo or not', async () => {
  const admin = await demo.as('admin');
  const other = await createUser(admin);
  const { rows } = { rows: (await admin.get<Json[]>('users/users/')).body };
  const not = rows.filter(({ id }) => !people.has(id)).map(({ id }) => id);
  expect(not).toContain(other.id);
  for (const id of [...not, randomUUID()]) expect((await click(demo, id)).status).toBe(404);
  for (const id of ['admin', '', '*']) expect((await click(demo, id)).status).toBe(400);
});

test('who was switched off is neither offered nor let in', async () => {
  const admin = await demo.as('admin');
  await admin.patch(`users/users/${idOf('approver')}/`, { is_active: false });
  expect((await demo.anyone.get<Json>('settings/public/open/')).body.DEMO_PEOPLE).toHaveLength(3);
  expect((await click(demo, idOf('approver'))).status).not.toBe(200);
  await admin.patch(`users/users/${idOf('approver')}/`, { is_active: true });
});

test('in a start without --demo there is no such way, whatever the database holds and the request says', async () => {
  expect((await former.anyone.get<Json>('settings/public/open/')).body).not.toHaveProperty('DEMO_PEOPLE');
  for (const headers of [{}, { 'x-postern-demo': '1' }, { 'x-forwarded-for': '127.0.0.1' }] as Record<string, string>[])
    expect((await click(former, idOf('administrator'), headers)).status).toBe(404);
  const admin = await former.as('admin');
  for (const name of ['demo', 'DEMO', 'DEMO_PEOPLE'])
    await admin.patch('settings/setting/', { [name]: { people: { admin: randomUUID() } } });
  expect((await former.anyone.get<Json>('settings/public/open/')).body).not.toHaveProperty('DEMO_PEOPLE');
  expect((await click(former, idOf('administrator'))).status).toBe(404);
});

/** What the open settings answer to a request with a name of its own in it. */
function named(host: string): Promise<Json> {
  const { port } = new URL(demo.url);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/api/v1/settings/public/open/', headers: { host } }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve(JSON.parse(text));
    });
    asked.once('error', reject);
    asked.end();
  });
}

test('a page whose name was made to lead here is offered nobody, nor is a browser behind a proxy', async () => {
  for (const host of ['postern.example', 'evil.example:8080', 'localhost.evil.example'])
    expect(await named(host)).not.toHaveProperty('DEMO_PEOPLE');
  expect(await named('localhost:8080')).toHaveProperty('DEMO_PEOPLE');
});

test('this machine is loopback, called by a name of its own', () => {
  const here = (ip: string, host: string): boolean =>
    isHere({ origin: { ip } } as Context, { url: new URL(`http://${host}/core/auth/login/`) });
  for (const ip of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1']) expect(here(ip, 'localhost:8080'), ip).toBe(true);
  for (const host of ['127.0.0.1', '[::1]:8080', 'LOCALHOST']) expect(here('127.0.0.1', host), host).toBe(true);
  for (const ip of ['10.0.0.2', '172.17.0.1', '::ffff:10.0.0.2', 'fe80::1', '1.127.0.0.1', ''])
    expect(here(ip, 'localhost'), ip).toBe(false);
  for (const host of ['postern.example', '127.0.0.1.example', '0.0.0.0', '[::]']) expect(here('127.0.0.1', host), host).toBe(false);
});

test('what is told on the command line is read as it was written, and nothing else is', () => {
  expect(readDemoPeople(writeDemoPeople(people))).toEqual(people);
  for (const given of ['', 'admin', 'root=1', `owner=${randomUUID()}`, 'user=']) expect(readDemoPeople(given).size).toBe(0);
});
