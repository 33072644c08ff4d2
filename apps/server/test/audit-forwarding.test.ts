import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testEvent } from '../src/features/audits/forwarding/events.ts';
import { fileSender, receiverFolder } from '../src/features/audits/forwarding/file.sender.ts';
import { httpsSender, retryAfter } from '../src/features/audits/forwarding/https.sender.ts';
import { isAddress } from '../src/features/audits/forwarding/place.ts';
import { unwatched } from '../src/platform/feature.ts';
import { exchanged, TYPED_IN } from './exchanged.ts';
import { serverOfFile } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';
import { type Event, type HttpsReceiver, httpsReceiver, syslogReceiver } from './receivers.ts';

/** What leaves for other systems: every event, in order, whatever becomes of the receiver or of who sends (docs/audit-forwarding.md). */

const RECEIVERS = 'settings/audit-receivers/';
const TOKEN = 'Canary-auditreceiver-token-51c2!';
const certificate = ownCertificate();
let siem: HttpsReceiver;

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
beforeEach(async () => {
  siem = await httpsReceiver(certificate);
});
afterEach(async () => {
  await siem.close();
  for (const { id } of (await admin.get<Json[]>(RECEIVERS)).body) await admin.delete(`${RECEIVERS}${id}/`);
});

/** The job of a worker, as the clock runs it. Pauses are over, as they are after a while. */
async function forwarded({ wait = true }: { wait?: boolean } = {}): Promise<void> {
  if (wait) await sql`update audit_receivers set date_next = null`.execute(server.db);
  const job = server.assembly.jobs.find(({ name }) => name === 'audit-forward');
  await job?.run(server.platform.systemContext('test'), {}, unwatched());
}

async function made(given: Json = {}): Promise<Json> {
  const receiver = { name: uniqueName('siem'), type: 'https', address: siem.url, ca: certificate.cert, token: TOKEN, ...given };
  const answer = await admin.post<Json>(RECEIVERS, receiver);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const state = async (id: unknown): Promise<Json> => (await admin.get<Json>(`${RECEIVERS}${id}/`)).body;
/** Something that is in the operate log. */
const happened = (name = uniqueName('label')) => admin.post('assets/labels/', { name, value: 'x' });
const all = (): Event[] => siem.taken.flatMap(({ events }) => events);
const numbers = (events: readonly Event[], log: string): number[] =>
  events.filter(({ metadata }) => metadata.log_name === log).map(({ metadata }) => metadata.sequence);

/** One after the other, none left out. */
function expectNoGaps(sequence: readonly number[]): void {
  expect(sequence.length).toBeGreaterThan(0);
  expect(sequence).toEqual(sequence.map((_, at) => (sequence[0] ?? 0) + at));
}

describe('an outage of an HTTPS receiver', () => {
  test('loses nothing and changes no order, whether it refuses, breaks off, or is not there', async () => {
    const { id } = await made({ events: ['operate', 'login'] });
    const troubles: NonNullable<HttpsReceiver['trouble']>[] = [
      (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end(),
      (request) => void request.socket.destroy(),
      (_request, response) => void response.writeHead(401).end('{"secret":"echoed"}'),
    ];
    const errors: string[] = [];
    for (const trouble of troubles) {
      siem.trouble = trouble;
      await happened();
      await forwarded();
      errors.push(String((await state(id)).error));
    }
    expect(errors[0]).toBe('HTTP 503');
    expect(errors[1]).toMatch(/^unreachable /);
    expect(errors[2]).toBe('HTTP 401');
    expect((await state(id)).backlog).toBeGreaterThanOrEqual(3);
    expect((await state(id)).date_failed).not.toBeNull();
    expect(all()).toEqual([]);
    siem.trouble = undefined;
    await server.anyone.post('authentication/auth/', { username: 'nobody-here', password: 'Wrong-password-1!' });
    await forwarded();
    expectNoGaps(numbers(all(), 'operate_logs'));
    expectNoGaps(numbers(all(), 'login_logs'));
    // The first is that the receiver itself was made.
    expect(all()[0]?.metadata.log_name).toBe('login_logs');
    expect(all().find(({ metadata }) => metadata.log_name === 'operate_logs')).toMatchObject({
      class_uid: 6003,
      api: { operation: 'create auditreceiver' },
    });
    expect(all().find(({ class_uid }) => class_uid === 3002)).toMatchObject({ status: 'Failure', user: { name: 'nobody-here' } });
    expect(siem.came.every(({ authorization }) => authorization === `Bearer ${TOKEN}`)).toBe(true);
    expect(await state(id)).toMatchObject({ backlog: 0, error: '', date_failed: null, date_sent: expect.any(String) });
  });

  test('that says how long it wants to be left alone is left alone for so long', async () => {
    const { id } = await made({ events: ['operate'] });
    siem.trouble = (_request, response) => void response.writeHead(429, { 'retry-after': '1800' }).end();
    await forwarded();
    const left = async () =>
      (
        await sql<{ s: number }>`select extract(epoch from date_next - now())::int as s from audit_receivers where id = ${id}`.execute(
          server.db,
        )
      ).rows[0]?.s ?? 0;
    expect(await left()).toBeGreaterThan(1_700);
    siem.trouble = undefined;
    const came = siem.came.length;
    await forwarded({ wait: false });
    expect(siem.came).toHaveLength(came);
    // Whoever changes it wants to know now.
    await admin.patch(`${RECEIVERS}${id}/`, { comment: 'repaired' });
    await forwarded({ wait: false });
    expectNoGaps(numbers(all(), 'operate_logs'));
  });

  test('that takes what was sent and does not say so gets it again, and nothing is passed over', async () => {
    await made({ events: ['operate'] });
    await happened();
    const unsaid: Event[] = [];
    siem.trouble = (request, _response, { events }) => {
      unsaid.push(...events);
      request.socket.destroy();
    };
    await forwarded();
    siem.trouble = undefined;
    await happened();
    await forwarded();
    expect(unsaid.length).toBeGreaterThan(0);
    expect(all().map(({ metadata }) => metadata.uid)).toEqual(expect.arrayContaining(unsaid.map(({ metadata }) => metadata.uid)));
    expectNoGaps(numbers(all(), 'operate_logs'));
  });

  test('to which a batch is too much gets smaller ones', async () => {
    await made({ events: ['operate'] });
    for (let n = 0; n < 8; n += 1) await happened();
    siem.trouble = (_request, response, seen) => {
      if (seen.events.length > 3) return void response.writeHead(413).end();
      siem.taken.push(seen);
      response.writeHead(200).end();
    };
    await forwarded();
    expect(all().length).toBeGreaterThanOrEqual(9);
    expectNoGaps(numbers(all(), 'operate_logs'));
  });

  test('that never answers is given up after a time', async () => {
    siem.trouble = () => undefined;
    const sender = httpsSender(server.platform.outbound, { address: siem.url, token: '', ca: certificate.cert }, 200);
    await expect(sender.send([testEvent(randomUUID(), new Date(), 'test')])).rejects.toThrow(/timeout/);
  });
});

describe('a sender', () => {
  test('that is killed between sending and the answer is followed by another, which sends it again', async () => {
    await made({ events: ['operate'] });
    await happened();
    const reached = Promise.withResolvers<void>();
    siem.trouble = () => reached.resolve();
    const worker = fork(fileURLToPath(new URL('./run-job.ts', import.meta.url)), [server.databaseUrl, 'audit-forward'], { execArgv: [] });
    await reached.promise;
    const sent = siem.came.flatMap(({ events }) => events);
    worker.kill('SIGKILL');
    siem.trouble = undefined;
    // As long as it may still live nobody else sends.
    await forwarded();
    expect(all()).toEqual([]);
    await sql`update audit_receivers set lease = now() - interval '1 second'`.execute(server.db);
    await happened();
    await forwarded();
    expect(numbers(all(), 'operate_logs')).toEqual(expect.arrayContaining(numbers(sent, 'operate_logs')));
    expectNoGaps(numbers(all(), 'operate_logs'));
  });

  test('is one at a time, whichever nodes there are', async () => {
    await made({ events: ['operate'] });
    for (let n = 0; n < 5; n += 1) await happened();
    await Promise.all([forwarded(), forwarded(), forwarded()]);
    expectNoGaps(numbers(all(), 'operate_logs'));
  });
});

describe('what happens in sessions', () => {
  let koko: Component;
  let person: Json;
  let host: Json;
  beforeAll(async () => {
    koko = await registerComponent(server);
    [person, host] = [await createUser(admin, { name: 'Ada' }), await createHost(admin)];
    await exchanged(server, koko.terminalId, { user_id: person.id, asset_id: host.id });
  });

  async function session(): Promise<string> {
    const id = randomUUID();
    const told = { user: 'x', user_id: person.id, asset: 'y', asset_id: host.id, account: 'root', account_id: TYPED_IN, protocol: 'ssh' };
    const answer = await koko.api.post('terminal/sessions/', { id, ...told, org_id: ORG.DEFAULT, date_start: new Date().toISOString() });
    expect(answer.status).toBe(201);
    return id;
  }
  const typed = (id: string, input: string, risk_level = 0): Json => ({
    ...{ session: id, user: 'x', asset: 'y', account: 'root', input, output: '', risk_level, timestamp: 1_700_000_000 },
  });

  test('is told with its start and end, its commands with their risk, and its files', async () => {
    await made();
    const id = await session();
    await koko.api.post('terminal/commands/', [typed(id, 'ls'), typed(id, 'rm -rf /', 5)]);
    const file = { session: id, user: 'x', asset: 'y', account: 'root', operate: 'upload', filename: '/tmp/plan.txt', is_success: true };
    expect((await koko.api.post('audits/ftp-logs/', { ...file, org_id: ORG.DEFAULT })).status).toBe(201);
    await koko.api.patch(`terminal/sessions/${id}/`, { is_finished: true });
    await forwarded();
    const of = (kind: string) => all().filter(({ metadata }) => metadata.event_code === kind);
    expect(of('session').map(({ activity_name }) => activity_name)).toEqual(['Open', 'Close']);
    expect(of('session')[0]).toMatchObject({
      class_uid: 4001,
      app_name: 'ssh',
      actor: { session: { uid: id } },
      metadata: { tenant_uid: ORG.DEFAULT },
    });
    expect(of('command')).toMatchObject([
      { class_uid: 1007, process: { cmd_line: 'ls' }, disposition: 'Allowed', severity: 'Informational' },
      { class_uid: 1007, process: { cmd_line: 'rm -rf /' }, disposition: 'Blocked', severity: 'High' },
    ]);
    expect(of('file')).toMatchObject([{ class_uid: 1001, activity_name: 'Create', file: { name: '/tmp/plan.txt' }, status: 'Success' }]);
    for (const log of ['sessions', 'commands', 'ftp_logs', 'operate_logs']) expectNoGaps(numbers(all(), log));
  });

  test('that is committed late gets a number after those that were told before', async () => {
    await made({ events: ['command'] });
    const id = await session();
    const [early, late] = [typed(id, 'committed late'), typed(id, 'committed early')];
    const values = (one: Json) => ({ ...one, id: randomUUID(), org_id: ORG.DEFAULT, risk_level: 0 }) as never;
    const inserted = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow = server.db.transaction().execute(async (trx) => {
      await trx.insertInto('commands').values(values(early)).execute();
      inserted.resolve();
      await go.promise;
    });
    await inserted.promise;
    await server.db.insertInto('commands').values(values(late)).execute();
    await forwarded();
    go.resolve();
    await slow;
    await forwarded();
    const told = all().filter(({ metadata }) => metadata.log_name === 'commands');
    expect(told.map(({ process }) => (process as Json).cmd_line)).toEqual(['committed early', 'committed late']);
    expectNoGaps(numbers(told, 'commands'));
    const left = await sql<{ n: number }>`select count(*)::int as n from audit_feed where log = 'commands'`.execute(server.db);
    await forwarded();
    expect(left.rows[0]?.n).toBeGreaterThanOrEqual(0);
    const kept = await sql<{ n: number }>`select count(*)::int as n from audit_feed where log = 'commands'`.execute(server.db);
    expect(kept.rows[0]?.n).toBe(0);
  });

  test('is noted for nobody while nobody receives', async () => {
    const id = await session();
    await koko.api.post('terminal/commands/', [typed(id, 'ls')]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_feed where row_id = ${id}`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });
});

describe('a syslog server over TLS', () => {
  test('gets counted messages of RFC 5424, all of them and in order, also after it was away', async () => {
    const syslog = await syslogReceiver(certificate);
    const { id } = await made({ type: 'syslog', address: syslog.address, token: undefined, events: ['operate', 'login'] });
    syslog.broken = true;
    await happened('größer als ASCII');
    await forwarded();
    expect((await state(id)).error).not.toBe('');
    expect(syslog.messages).toEqual([]);
    syslog.broken = false;
    await happened();
    await forwarded();
    const parsed = syslog.messages.map((message) => {
      const [, priority, time, host, app, msgid, text = ''] =
        /^<(\d{1,3})>1 (\S+) (\S+) (\S+) - (\S+) - (\{.*\})$/s.exec(message) ?? expect.fail(message);
      expect(Number.isNaN(Date.parse(time ?? ''))).toBe(false);
      expect([Number(priority) >> 3, app, host !== '']).toEqual([13, 'postern', true]);
      const event = JSON.parse(text) as Event;
      expect(msgid).toBe(event.metadata.event_code);
      return event;
    });
    expectNoGaps(numbers(parsed, 'operate_logs'));
    expect(JSON.stringify(parsed)).toContain('größer als ASCII');
    expect(await state(id)).toMatchObject({ error: '', backlog: 0 });
    await syslog.close();
  });

  test('whose certificate nobody vouches for gets nothing', async () => {
    const syslog = await syslogReceiver(certificate);
    const { id } = await made({ type: 'syslog', address: syslog.address, token: undefined, ca: '' });
    await forwarded();
    expect((await state(id)).error).toMatch(/SELF_SIGNED/);
    expect(syslog.messages).toEqual([]);
    await syslog.close();
  });
});

describe('a file', () => {
  test('gets a line for each event, in the folder of receivers and nowhere else', async () => {
    await made({ type: 'file', address: 'siem.jsonl', token: undefined, ca: '', events: ['operate'] });
    await happened();
    await forwarded();
    const path = join(receiverFolder(server.platform.settings.dataDir), 'siem.jsonl');
    const lines = () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Event);
    expectNoGaps(numbers(lines(), 'operate_logs'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const address of ['../up', '/etc/passwd', 'a/b', '.hidden', 'siem.jsonl.1', 'x'.repeat(101)])
      expect(isAddress('file', address), address).toBe(false);
  });

  test('is put aside when it is large; a torn line ends, and no link is followed', async () => {
    const { dataDir } = server.platform.settings;
    const event = testEvent(randomUUID(), new Date(), 'test');
    const sender = fileSender(dataDir, 'turned', { maxBytes: 10, kept: 2 });
    for (let n = 0; n < 5; n += 1) await sender.send([event]);
    const at = (name: string) => join(receiverFolder(dataDir), name);
    expect(['turned', 'turned.1', 'turned.2', 'turned.3'].map((name) => existsSync(at(name)))).toEqual([true, true, true, false]);
    writeFileSync(at('torn'), '{"half');
    await fileSender(dataDir, 'torn').send([event]);
    expect(readFileSync(at('torn'), 'utf8')).toBe(`{"half\n${event.line}\n`);
    symlinkSync('/dev/null', at('link'));
    await expect(fileSender(dataDir, 'link').send([event])).rejects.toThrow(/ELOOP/);
  });
});

describe('a receiver', () => {
  test('is tried step by step', async () => {
    const { id } = await made();
    const answer = (await admin.get<Json>(`${RECEIVERS}${id}/test-connective/`)).body;
    expect(answer).toMatchObject({ is_valid: true });
    expect(answer.steps.map(({ step, ok }: Json) => [step, ok])).toEqual([
      ['Find the address', true],
      ['Connect', true],
      ['Encrypt and check the certificate', true],
      ['Send a test event', true],
    ]);
    expect(all().map(({ metadata }) => metadata.event_code)).toEqual(['test']);
    siem.trouble = (_request, response) => void response.writeHead(403).end();
    const refused = (await admin.get<Json>(`${RECEIVERS}${id}/test-connective/`)).body;
    expect(refused).toMatchObject({ is_valid: false, msg: expect.stringContaining('HTTP 403') });
    expect(refused.steps.at(-1)).toMatchObject({ ok: false, detail: 'HTTP 403' });
    expect(JSON.stringify(refused)).not.toContain(TOKEN);
    // Places that nobody may reach are none, for the test as for events.
    const inside = await made({ type: 'syslog', address: 'tls://169.254.169.254:6514', token: undefined, ca: '' });
    expect((await admin.get<Json>(`${RECEIVERS}${inside.id}/test-connective/`)).body).toMatchObject({
      is_valid: false,
      steps: [{ ok: false, detail: 'blocked address' }],
    });
  });

  test('keeps its token to itself, and another place or authority asks for it again', async () => {
    const receiver = await made();
    const at = `${RECEIVERS}${receiver.id}/`;
    const seen = JSON.stringify([receiver, await state(receiver.id), (await admin.get('audits/operate-logs/?limit=5')).body]);
    expect(seen).not.toContain(TOKEN);
    const elsewhere = { address: siem.url.replace('/audit', '/elsewhere') };
    expect(await admin.patch(at, elsewhere)).toMatchObject({ status: 400, body: { token: [expect.any(String)] } });
    expect(await admin.patch(at, { ca: '' })).toMatchObject({ status: 400, body: { token: [expect.any(String)] } });
    expect((await admin.patch(at, { ...elsewhere, token: TOKEN })).status).toBe(200);
    expect((await admin.patch(at, { token: '', comment: 'as it was' })).status).toBe(200);
    await happened();
    await forwarded();
    expect(siem.taken.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    const log = (await admin.get<Json[]>('audits/operate-logs/?limit=50')).body as unknown as { results: Json[] };
    expect(log.results.filter(({ resource }) => resource === receiver.name).map(({ action }) => action.value)).toEqual(
      expect.arrayContaining(['create', 'update']),
    );
  });

  test('has an address and certificates that are some, and one name and place', async () => {
    for (const [given, field] of [
      [{ address: 'http://user:pw@siem.example/' }, 'address'],
      [{ address: 'https://siem.example/?token=1' }, 'address'],
      [{ address: 'nonsense' }, 'address'],
      [{ type: 'syslog', address: 'udp://siem.example', token: undefined }, 'address'],
      [{ ca: 'no certificate' }, 'ca'],
      [{ type: 'file', address: 'x.jsonl' }, 'token'],
      [{ events: ['everything'] }, 'events'],
    ] as [Json, string][]) {
      const answer = await admin.post<Json>(RECEIVERS, { name: uniqueName('x'), type: 'https', address: siem.url, token: TOKEN, ...given });
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(given)).toEqual([400, [field]]);
    }
    await made();
    expect((await admin.post(RECEIVERS, { name: uniqueName('x'), type: 'https', address: siem.url })).status).toBe(400);
  });

  test('is for administrators of the installation: no organisation has or sees any', async () => {
    const { id } = await made();
    for (const roles of [{ org_roles: [ROLE.ORG_ADMIN] }, { org_roles: [ROLE.ORG_AUDITOR] }, { system_roles: [ROLE.SYSTEM_AUDITOR] }]) {
      const { username } = await createUser(admin, roles);
      const api = await server.as(String(username));
      for (const path of [RECEIVERS, `${RECEIVERS}${id}/`, `${RECEIVERS}${id}/test-connective/`])
        expect((await api.get(path)).status, path).toBe(403);
      expect((await api.patch(`${RECEIVERS}${id}/`, { is_active: false })).status).toBe(403);
    }
  });

  test('that is switched off gets everything when it is on again; kinds that it does not take it does not get', async () => {
    const { id } = await made({ events: ['password'] });
    await admin.patch(`${RECEIVERS}${id}/`, { is_active: false });
    const person = await createUser(admin);
    await admin.patch(`users/users/${person.id}/password/`, { password: 'Another-password-7!' });
    await forwarded();
    expect(siem.came).toEqual([]);
    await admin.patch(`${RECEIVERS}${id}/`, { is_active: true });
    await forwarded();
    expect((await state(id)).backlog).toBe(0);
    expect(all().every(({ class_uid }) => class_uid === 3001)).toBe(true);
  });
});

test('a pause is seconds or a date, and has an end', () => {
  const now = Date.parse('2026-11-25T10:00:00Z');
  expect(retryAfter('120', now)).toBe(120_000);
  expect(retryAfter('Wed, 25 Nov 2026 10:01:00 GMT', now)).toBe(60_000);
  expect(retryAfter('999999999', now)).toBe(3_600_000);
  expect(retryAfter('soon', now)).toBeUndefined();
});
