import { CodedError } from '@postern/contract/errors';
import { ORG, ROLE } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { listenTo } from '../../../test/listen.ts';
import type { Job, Run } from '../../platform/feature.ts';
import { startTask } from './index.ts';
import { inPieces } from './output.ts';

const server = serverOfFile();

const NAME = 'task-retention';
const RUNS = 'ops/task-executions/';

async function person(given = {}) {
  const user = await createUser(await server.as('admin'), given);
  return { id: String(user.id), username: String(user.username), api: await server.as(String(user.username)) };
}

/** A run somebody asked for, not yet taken up by a worker. */
const published = (userId: string, orgId: string = ORG.DEFAULT): Promise<string> =>
  server.platform.asSystem('test', (ctx) =>
    startTask(
      { ...ctx, actor: { ...ctx.actor, kind: 'user', id: userId }, org: { id: orgId, name: '', isRoot: false, isDefault: true } },
      server.platform.jobs,
      NAME,
      { days: 3 },
    ),
  );

/** Does as a worker does with this work. */
const worked = (run: string, work: (output: Run) => Promise<void>): Promise<void> => {
  const job: Job = { name: NAME, task: { label: text('Tidy', '整理', '整理') }, run: (_ctx, _data, output) => work(output) };
  return runJob(server.platform, job, { task_run: run });
};

describe('a run', () => {
  test('has state, start and finish, and tells the one who asked for it', async () => {
    const one = await person();
    const run = await published(one.id);
    expect((await one.api.get(`${RUNS}${run}/`)).body).toMatchObject({
      name: NAME,
      kwargs: { days: 3 },
      is_finished: false,
      is_success: false,
      date_start: null,
      time_cost: null,
    });
    await worked(run, async (output) => output.write('step 1'));
    expect((await one.api.get(`${RUNS}${run}/`)).body).toMatchObject({
      is_finished: true,
      is_success: true,
      time_cost: expect.any(Number),
      timedelta: expect.stringMatching(/^\d+\.\d\d$/),
    });
    const [message] = (await one.api.get<{ content: { subject: string; message: string } }[]>('notifications/site-messages/')).body;
    expect(message?.content.subject).toBe('Task finished: Tidy');
    expect(message?.content.message).toContain(run);
  });

  test('that fails says why where the error is ours, and nothing of the inside where it is not', async () => {
    const one = await person();
    const [coded, bare] = [await published(one.id), await published(one.id)];
    await worked(coded, async () => {
      throw new CodedError('conflict');
    });
    await worked(bare, async () => {
      throw new Error('password is hunter2');
    });
    const log = async (run: string) => (await one.api.get(`ops/celery/task/x/task-execution/${run}/log/`)).body;
    expect((await log(coded)).data).toContain('Somebody else is changing this');
    expect((await log(bare)).data).not.toContain('hunter2');
    expect((await one.api.get(`ops/celery/task/x/task-execution/${bare}/result/`)).body).toEqual({
      id: bare,
      result: null,
      state: 'FAILURE',
    });
  });

  test('is not done twice when the queue hands it out again', async () => {
    const one = await person();
    const run = await published(one.id);
    let times = 0;
    for (let at = 0; at < 2; at += 1)
      await worked(run, async () => {
        times += 1;
      });
    expect(times).toBe(1);
  });

  test('is seen by its owner, and by administrators of its organisation only', async () => {
    const admin = await server.as('admin');
    const [here, there] = [await createOrganisation(admin), await createOrganisation(admin)];
    const one = await person();
    const other = await person();
    const orgAdmin = await createUser(admin.inOrg(String(there.id)), { org_roles: [ROLE.ORG_ADMIN] });
    const run = await published(one.id, String(here.id));
    expect((await one.api.get(`${RUNS}${run}/`)).status).toBe(200);
    expect((await other.api.get(`${RUNS}${run}/`)).status).toBe(404);
    expect((await other.api.get(`ops/celery/task/x/task-execution/${run}/log/`)).status).toBe(404);
    expect((await admin.inOrg(String(here.id)).get(`${RUNS}${run}/`)).status).toBe(200);
    expect((await admin.inOrg(String(there.id)).get(`${RUNS}${run}/`)).status).toBe(404);
    const theirs = (await server.as(String(orgAdmin.username))).inOrg(String(there.id));
    expect((await theirs.get(`${RUNS}${run}/`)).status).toBe(404);
  });

  test('is started again by the system administrator', async () => {
    const admin = await server.as('admin');
    const one = await person();
    const run = await published(one.id);
    expect((await one.api.post(`${RUNS}?from=${run}`)).status).toBe(403);
    expect((await admin.post(RUNS)).status).toBe(400);
    expect((await admin.post(`${RUNS}?from=${crypto.randomUUID()}`)).status).toBe(404);
    const again = await admin.inOrg('ROOT').post(`${RUNS}?from=${run}`);
    expect(again.status).toBe(201);
    expect((await admin.inOrg('ROOT').get(`${RUNS}${again.body.task_id}/`)).body).toMatchObject({ name: NAME, kwargs: { days: 3 } });
  });
});

describe('the log', () => {
  test('comes live over the socket, in order, with an end', async () => {
    const one = await person();
    const run = await published(one.id);
    const { cookies } = await server.browser(one.username);
    const socket = await listenTo(server.url, '/ws/ops/tasks/log/', cookies.headers('GET'));
    socket.send({ task: run, type: 'celery' });
    await socket.until((frame) => frame.message === '.');
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const working = worked(run, async (output) => {
      output.write('first line');
      await gate;
      output.write('语言 ✓ last line');
    });
    await socket.until((frame) => String(frame.message).includes('first line\r\n'));
    expect(socket.frames.some((frame) => frame.event === 'end')).toBe(false);
    go();
    await working;
    await socket.until((frame) => frame.event === 'end' && frame.task === run);
    const all = socket.frames.map((frame) => frame.message).join('');
    expect(all.indexOf('first line')).toBeLessThan(all.indexOf('语言 ✓ last line'));
    expect(socket.frames.filter((frame) => frame.message === '\r\n')).toHaveLength(1);
    socket.close();
  });

  test('of somebody else is none, over the socket too', async () => {
    const [one, other] = [await person(), await person()];
    const run = await published(one.id);
    await worked(run, async (output) => output.write('for one only'));
    await expect(listenTo(server.url, '/ws/ops/tasks/log/', {})).rejects.toThrow('401');
    const { cookies } = await server.browser(other.username);
    const socket = await listenTo(server.url, '/ws/ops/tasks/log/', cookies.headers('GET'));
    for (const odd of ['', '[]', '{"task":5}', '{"task":{"a":1}}', '{"task":"../../etc"}']) socket.send(odd);
    socket.send({ task: run });
    await socket.until((frame) => frame.event === 'end' && frame.task === run);
    expect(JSON.stringify(socket.frames)).not.toContain('for one only');
    socket.close();
  });

  test('is read over HTTP in portions, and bounded', async () => {
    const one = await person();
    const run = await published(one.id);
    const url = `ops/celery/task/x/task-execution/${run}/log/`;
    expect((await one.api.get(url)).body).toEqual({ data: 'Waiting for the task to start' });
    await worked(run, async (output) => {
      for (let at = 0; at < 400; at += 1) output.write(`${at} ${'x'.repeat(90)}`);
      output.write('y'.repeat(5 * 1024 * 1024));
    });
    let mark: string | undefined;
    let data = '';
    let end = false;
    for (let at = 0; at < 100 && !end; at += 1) {
      const { body } = await one.api.get(url, { query: mark === undefined ? {} : { mark } });
      data += body.data;
      ({ mark, end } = body);
    }
    expect(end).toBe(true);
    expect(data).toMatch(/\r\n399 x+\r\n/);
    expect(data).toContain('output cut');
    expect(data.length).toBeLessThan(60_000);
  });

  test('has a page at the address of the reference', async () => {
    const one = await person();
    const run = await published(one.id);
    const page = await one.api.get<string>(`/core/ops/celery/task/${run}/log/?type=celery`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    // It brings its own files, from no address of a console.
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(file).toMatch(/^\/core\/static\/assets\//);
      expect((await server.anyone.get(file)).status).toBe(200);
    }
    expect((await server.anyone.get(`/core/ops/celery/task/${run}/log/`)).status).toBe(401);
    expect((await (await person()).api.get(`/core/ops/celery/task/${run}/log/`)).status).toBe(404);
    expect((await one.api.get(`/core/ops/evil/task/${run}/log/`)).status).toBe(404);
    expect((await one.api.get('/core/ops/celery/task/x%2f..%2f/log/')).status).toBe(404);
  });

  test('is cut between characters', () => {
    const text = '日本語✓'.repeat(2_000);
    const pieces = inPieces(text, 100);
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map((piece) => Buffer.byteLength(piece)))).toBeLessThanOrEqual(100);
    expect(inPieces('')).toEqual([]);
  });
});

describe('the list of tasks', () => {
  test('has a light and a tally of each', async () => {
    const admin = (await server.as('admin')).inOrg('ROOT');
    const light = async () => (await admin.get('ops/tasks/', { query: { search: NAME } })).body[0];
    const one = await person();
    await worked(await published(one.id), async () => undefined);
    await worked(await published(one.id), async () => {
      throw new Error('no');
    });
    expect(await light()).toMatchObject({ name: NAME, state: 'red', meta: { comment: 'Clean up old task runs' } });
    await worked(await published(one.id), async () => undefined);
    const now = await light();
    expect(now.state).toBe('yellow');
    expect(now.summary.total).toBeGreaterThan(now.summary.success);
    expect((await one.api.get('ops/tasks/')).status).toBe(403);
  });

  test('what runs by the clock can be switched off, and then does not run', async () => {
    const admin = await server.as('admin');
    const url = 'ops/celery/period-tasks/';
    const all = (await admin.get<{ name: string }[]>(url)).body;
    expect(all.map((one) => one.name)).toContain(NAME);
    expect((await (await person()).api.get(url)).status).toBe(403);
    let pk = 0;
    for (let at = 1; at < 50 && !pk; at += 1) if ((await admin.get(`${url}${at}/`)).body.name === NAME) pk = at;
    const schedule = async () => (await admin.get('ops/tasks/', { query: { search: NAME } })).body[0].schedule;
    expect(await schedule()).toEqual({ id: pk, enabled: true });
    expect((await admin.patch(`${url}${pk}/`, { enabled: 'perhaps' })).status).toBe(400);
    expect((await admin.patch(`${url}${pk}/`, { enabled: false })).body).toMatchObject({ name: NAME, enabled: false });
    expect(await schedule()).toEqual({ id: pk, enabled: false });
    let ran = false;
    const mark = () => {
      ran = true;
    };
    const job: Job = { name: NAME, schedule: '* * * * *', task: { label: text('a', 'a', 'a') }, run: async () => mark() };
    await runJob(server.platform, job, {});
    expect(ran).toBe(false);
    await admin.patch(`${url}${pk}/`, { enabled: true });
    await runJob(server.platform, job, {});
    expect(ran).toBe(true);
    expect((await admin.get(`${url}${pk}/`)).body).toMatchObject({ total_run_count: 1 });
    expect((await admin.get(`${url}0/`)).status).toBe(404);
  });
});
