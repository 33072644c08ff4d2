import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Json } from '@postern/testkit/api';
import { rests } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NativeScene, setNativeScene } from './support/scene.ts';
import { until } from './support/until.ts';

// Bytes through the whole product: core, gateway and target, with the OpenSSH client. The gateway's own suite holds the
// finer cases and 1 GiB both ways.

const TIMES = 200;
const BULK = 128 * 1024 * 1024;

let scene: NativeScene;

beforeAll(async () => {
  scene = await setNativeScene('bytes-target');
});
afterAll(() => scene?.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('a command through core and gateway', () => {
  test('keeps output, errors, input and exit status apart', async () => {
    const { code, stdout, stderr } = await scene.client.run(await scene.token(), ['127.0.0.1', 'echo out; echo err >&2; cat; exit 7'], 'in')
      .ended;
    expect({ code, stdout: stdout.text, stderr }).toEqual({ code: 7, stdout: 'out\nin', stderr: 'err\n' });
  });

  test(`delivers the last byte at close, ${TIMES} times`, async () => {
    const { client } = scene;
    const socket = join(client.dir, 'shared');
    const token = await scene.token();
    const master = client.run(token, ['-N', '-M', '-S', socket, '127.0.0.1']);
    await until(
      'the shared connection',
      20_000,
      async () => (await client.run(token, ['-S', socket, '-O', 'check', '127.0.0.1'], '').ended).code === 0,
    );
    const odd: string[] = [];
    for (let n = 1; n <= TIMES; n += 1) {
      const size = (n * 7919) % 200_000;
      const { code, stdout } = await client.run(
        token,
        ['-S', socket, '127.0.0.1', `head -c ${size} /dev/zero | tr '\\0' x; printf %s end-${n}; exit ${n % 100}`],
        '',
      ).ended;
      if (code !== n % 100 || stdout.bytes !== size + `end-${n}`.length || !stdout.text.endsWith(`end-${n}`))
        odd.push(`${n}: code ${code}, ${stdout.bytes} of ${size + `end-${n}`.length} bytes`);
    }
    master.child.kill('SIGTERM');
    await master.ended;
    expect(odd).toEqual([]);
  });

  test('brings a large input back whole through a reader that keeps stopping', async () => {
    const data = randomBytes(BULK);
    const ssh = scene.client.run(await scene.token(), ['127.0.0.1', 'cat; exit 42'], data);
    const { stdin, stdout } = ssh.child;
    let read = 0;
    stdout?.on('data', (bytes: Buffer) => {
      read += bytes.length;
    });
    const over = (): boolean => ssh.child.exitCode !== null;
    const stopping = (async () => {
      while (!over()) {
        stdout?.pause();
        // All there is between writer and reader has filled up.
        await rests('what waits at the writer', () => stdin?.writableLength ?? 0);
        stdout?.resume();
        const before = read;
        await until('some more is read', 60_000, () => over() || read > before + BULK / 8);
      }
    })();
    const { code, stdout: came } = await ssh.ended;
    await stopping;
    expect({ code, bytes: came.bytes, sha256: came.sha256 }).toEqual({ code: 42, bytes: BULK, sha256: sha(data) });
  });

  test('is a session of its own in the audit, with its command', async () => {
    const row = await until('the command of the first test', 15_000, async () => {
      const { body } = await scene.api.get<Json>('terminal/commands/', { query: { limit: 10, input: 'exit 7' } });
      return (body.results as Json[]).find((one) => String(one.input).includes('exit 7'));
    });
    const { body } = await scene.api.get<Json>(`terminal/sessions/${row.session}/`);
    expect(body).toMatchObject({ is_finished: true, is_success: true });
  });
});
