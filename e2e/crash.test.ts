import { readdirSync } from 'node:fs';
import type { Api, Json } from '@postern/testkit/api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from './support/actors.ts';
import { keepText } from './support/browser.ts';
import { ADMIN_PASSWORD, type ProcessName } from './support/postern.ts';
import { recordingOf } from './support/recording.ts';
import { type NativeScene, setNativeScene } from './support/scene.ts';
import { type Ssh, tokenFor } from './support/ssh.ts';
import { until } from './support/until.ts';

// `kill -9` in the middle of a recorded session that prints a numbered line every 100 ms. The session comes through the
// SSH server, so that it hangs on the gateway alone.

const LINES = 'i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo "line-$i."; sleep 0.1; done\n';
/** Lines a second at most: what may be missing from a recording. */
const SECOND = 10;
const BACK_MS = 60_000;

let scene: NativeScene;
/** The administrator, by the login that holds now: a new one after each crash. */
let api: Api;

beforeAll(async () => {
  scene = await setNativeScene('crash-target', { alone: true });
  api = scene.api;
});
afterAll(() => scene?.stop());

// What the product said about a failed case.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') keepText('failed-crash.log', `${scene.postern.log()}\n${left()}`);
});

/** What lies in the data folder of recordings. */
const left = (): string =>
  readdirSync(scene.postern.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /spool|replay|unclaimed/.test(path))
    .join('\n');

const lastLine = (text: string): number => Number([...text.matchAll(/line-(\d+)\./g)].at(-1)?.[1] ?? 0);
const lines = (text: string): number[] => [...text.matchAll(/line-(\d+)\./g)].map((match) => Number(match[1]));
const counting = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1);

/** By the login that holds now, not by that of the scene. */
const token = (): Promise<Json> => tokenFor(api, scene.host.id, scene.sshd.user);

/** A session that has printed some lines, and its id. */
async function busySession(): Promise<{ ssh: Ssh; id: string }> {
  const before = new Set((await online()).map((row) => row.id));
  const ssh = scene.client.run(await token(), ['-tt', '127.0.0.1']);
  ssh.child.stdin?.write(LINES);
  await until('thirty lines', 30_000, async () => lastLine(ssh.seen()) >= 30);
  const row = await until('the session is announced', 10_000, async () => (await online()).find((one) => !before.has(one.id)));
  return { ssh, id: String(row.id) };
}

const online = async (): Promise<Json[]> =>
  (await api.get<Json>('terminal/sessions/', { query: { is_finished: 0, limit: 50 } })).body.results;

async function kill(name: ProcessName): Promise<number> {
  const pid = await scene.postern.pid(name);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Everything works again: another process, the API, and a new session from end to end. */
async function everythingUp(name: ProcessName, killed: number): Promise<void> {
  await until(`${name} runs again`, BACK_MS, async () => (await scene.postern.pid(name)) !== killed);
  await until('a login works', BACK_MS, async () => {
    api = await apiOf(scene.postern.origin, 'admin', ADMIN_PASSWORD);
    return true;
  });
  await until('a new session works', BACK_MS, async () => {
    const { code, stdout } = await scene.client.run(await token(), ['127.0.0.1', 'echo up-again'], '').ended;
    return code === 0 && stdout.text === 'up-again\n';
  });
}

describe('kill -9 in the middle of a session', () => {
  test('of the gateway costs at most a second of the recording, and the next start closes the session out', async () => {
    const { ssh, id } = await busySession();
    const killed = await kill('gateway');
    const reached = lastLine((await ssh.ended).stdout.text);
    const restarted = performance.now();
    const { text } = await recordingOf(api, id, BACK_MS);
    expect(performance.now() - restarted).toBeLessThan(BACK_MS);
    expect(lines(text)).toEqual(counting(lastLine(text)));
    expect(lastLine(text)).toBeGreaterThanOrEqual(reached - SECOND);
    await everythingUp('gateway', killed);
    expect((await online()).map((row) => row.id)).not.toContain(id);
  });

  for (const name of ['server', 'database'] as const) {
    test(`of the ${name} does not touch a session, and nothing of it is lost`, async () => {
      const { ssh, id } = await busySession();
      const killed = await kill(name);
      const then = lastLine(ssh.seen());
      await everythingUp(name, killed);
      await until('the session goes on', 20_000, async () => lastLine(ssh.seen()) >= then + 30);
      expect(ssh.child.exitCode).toBeNull();
      expect((await online()).map((row) => row.id)).toContain(id);
      ssh.child.stdin?.write('\x03');
      ssh.child.stdin?.end('exit\n');
      const reached = lastLine((await ssh.ended).stdout.text);
      const { text } = await recordingOf(api, id, BACK_MS);
      expect(lines(text)).toEqual(counting(Math.max(reached, lastLine(text))));
      expect(lastLine(text)).toBeGreaterThanOrEqual(reached);
    });
  }

  test('of the gateway while the server is away, too, leaves a session that is closed out when both are back', async () => {
    const { ssh, id } = await busySession();
    const server = await kill('server');
    const gateway = await kill('gateway');
    const reached = lastLine((await ssh.ended).stdout.text);
    await everythingUp('server', server);
    await everythingUp('gateway', gateway);
    const { text } = await recordingOf(api, id, BACK_MS);
    expect(lastLine(text)).toBeGreaterThanOrEqual(reached - SECOND);
  });
});

test('a gateway that freezes in the middle of a session is replaced, and the session says that it broke off', async () => {
  const { ssh, id } = await busySession();
  const frozen = await scene.postern.pid('gateway');
  // It takes no SIGTERM now, and its connections stay open.
  process.kill(frozen, 'SIGSTOP');
  const reached = lastLine((await ssh.ended).stdout.text);
  await everythingUp('gateway', frozen);
  const { text } = await recordingOf(api, id, BACK_MS);
  expect(lines(text)).toEqual(counting(lastLine(text)));
  expect(lastLine(text)).toBeGreaterThanOrEqual(reached - SECOND);
  const row = await until('the session is closed out', BACK_MS, async () => {
    const { body } = await api.get<Json>(`terminal/sessions/${id}/`);
    return body.is_finished ? body : undefined;
  });
  expect(row.end_reason).toMatchObject({ value: 'gateway_lost' });
});
