import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import ssh2 from 'ssh2';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprintOf, runThroughGateway } from './gateway.ts';
import { secretPool } from './redaction.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/** A door that turns away the first who come, and then lets in and runs everything. */
async function door(
  turnsAway: number,
  answer: (channel: ssh2.ServerChannel) => void = (channel) => void channel.write('done\n'),
): Promise<{ port: number; came(): number }> {
  let came = 0;
  const inside = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => context.accept());
    connection.on('session', (accept) =>
      accept().on('exec', (yes) => {
        const channel = yes();
        answer(channel);
        channel.exit(0);
        channel.end();
      }),
    );
  });
  const server = createServer((socket) => {
    came += 1;
    socket.on('error', () => undefined);
    if (came <= turnsAway) socket.end('Too many connections from your address. Try again in a moment.\r\n', () => socket.destroy());
    else inside.injectSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, came: () => came };
}

const run = (port: number, signal = new AbortController().signal, pool = secretPool(), heard = (_text: string) => {}) =>
  runThroughGateway(
    { gateway: { host: '127.0.0.1', port, fingerprint: () => fingerprintOf(privateKey) } },
    { token: { id: 'x', value: 'y' }, line: 'true', limit: undefined, signal, language: 'en', pool, heard },
  );

test('who is turned away at the door, because a worker comes often, comes again', async () => {
  const { port, came } = await door(2);
  expect(await run(port)).toMatchObject({ status: 'ok', output: 'done\n' });
  expect(came()).toBe(3);
});

test('whoever stops the run does not wait for the door', async () => {
  const { port, came } = await door(1_000);
  const stop = new AbortController();
  const running = run(port, stop.signal);
  await expect.poll(came, { timeout: 20_000 }).toBeGreaterThan(1);
  stop.abort();
  await expect(running).rejects.toMatchObject({ code: 'job_interrupted' });
});

test('secrets that were handed to a run are in nothing that it hears, wherever a machine cuts them', async () => {
  const pool = secretPool();
  pool.add(['Quiet-Harbour-7', 'one-use-token']);
  const { port } = await door(0, (channel) => {
    for (const letter of 'it is Quiet-Harbour-7.\n') channel.write(letter);
    channel.stderr.write('and one-use-token, Quiet-\n');
  });
  let heard = '';
  const answer = await run(port, undefined, pool, (text) => {
    heard += text;
  });
  expect(answer.status).toBe('ok');
  expect(answer.output).toContain('it is ******.\n');
  expect(answer.output).toContain('and ******, Quiet-\n');
  expect(heard).toBe(answer.output);
});

test('what is kept of a longer answer does not end with half a secret', async () => {
  const pool = secretPool();
  pool.add(['Quiet-Harbour-7']);
  const { port } = await door(0, (channel) => void channel.write(`${'.'.repeat(64 * 1024 - 8)}Quiet-Harbour-7`));
  const { output, isCut } = await run(port, undefined, pool);
  expect([isCut, output.slice(-10)]).toEqual([true, '....******']);
});
