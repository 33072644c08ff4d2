import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { afterAll, expect, test } from 'vitest';
import { recordingOf } from '../support/recording.ts';
import { setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// What is pasted through OpenSSH, beside what the target says that it ran: the list of commands is the same, line by line, in the same order.

const scene = forThisFile(
  () => setNativeScene('quay'),
  (it) => it.stop(),
);
const folder = join(tmpdir(), `postern-e2e-paste-${randomUUID()}`);
afterAll(() => rm(folder, { recursive: true, force: true }));

const COUNT = 2_000;
const WAYS: readonly [string, (text: string) => string][] = [
  ['at once', (text) => text],
  ['with brackets around them', (text) => `\x1b[200~${text}\x1b[201~`],
];

/** Lines of the target's file, and what stands behind each: a comment makes them longer than the terminal is wide. */
const LONG = ` # ${'and so on '.repeat(8)}`.trimEnd();

test.each(
  WAYS.flatMap(([way, wrapped]) => [[way, '', wrapped] as const, [`${way}, longer than the terminal is wide`, LONG, wrapped] as const]),
)('2,000 commands pasted %s', async (_way, rest, wrapped) => {
  const name = randomUUID().slice(0, 8);
  const ran = join(folder, name);
  const ssh = scene.client.run(await scene.token(), ['-tt', '127.0.0.1']);
  await until('a prompt', 30_000, () => /[$#] $/.test(ssh.seen()));
  ssh.child.stdin?.write(`PS1='user@quay:~$ '; mkdir -p ${folder}; cd ${folder}; echo re""ady\r`);
  await until('the prompt of the test', 30_000, () => /ready\r\n.*user@quay:~\$ $/s.test(ssh.seen()));
  const lines = Array.from({ length: COUNT }, (_, n) => `echo ${n + 1} >>${name}${rest}`);
  ssh.child.stdin?.write(`${wrapped(lines.join('\r'))}\r`);
  const numbers = (): string[] => (existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : []);
  await until('the last of them has run', 120_000, () => numbers().length === COUNT);
  ssh.child.stdin?.write('exit\r');
  await ssh.ended;
  const [session] = (await scene.api.get<Json>('terminal/sessions/', { query: { order: '-date_start', limit: 1, offset: 0 } })).body
    .results;
  await recordingOf(scene.api, session.id);
  const listed = async (): Promise<string[]> => {
    const { body } = await scene.api.get<Json[]>('terminal/commands/', { query: { session_id: session.id, order: 'timestamp' } });
    return body.map(({ input }) => String(input)).filter((input) => input.endsWith(name + rest));
  };
  await until('all are listed', 60_000, async () => (await listed()).length >= COUNT);
  expect(await listed()).toEqual(numbers().map((number) => `echo ${number} >>${name}${rest}`));
});
