import { setImmediate as turn } from 'node:timers/promises';
import { encodeFrame, TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { rests } from '@postern/testkit/until';
import { afterAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { ANN_COOKIE, BOB, BOB_COOKIE, grantFor, startWorld } from './world.ts';

/** What one person does with terminal sockets to slow or end the gateway for others. */

const MIB = 1024 * 1024;

const open = new Set<WebSocket>();
const world = forThisFile(startWorld, (it) => it.stop());
const sshd = forThisFile(startSshd, (it) => it.stop());
afterAll(async () => {
  for (const socket of open) socket.terminate();
});

/** A page that has connected and not said yet how large it is; or the status of the refusal. */
function connect(cookie: string, address: string): Promise<WebSocket | number> {
  const token = world.token(grantFor(sshd));
  const socket = new WebSocket(`ws://127.0.0.1:${world.gateway.port}/koko/ws/terminal/?token=${token}`, [TERMINAL_SUBPROTOCOL], {
    headers: { cookie, 'x-forwarded-for': address },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
    socket.once('message', () => {
      open.add(socket);
      resolve(socket);
    });
  });
}

const live = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test('a page that asks and asks and never reads gets no heap of answers', async () => {
  const socket = await connect(ANN_COOKIE, '192.0.2.1');
  if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
  socket.pause();
  const before = live();
  for (let at = 0; at < 150_000 && socket.readyState === WebSocket.OPEN; at += 1) {
    socket.send(encodeFrame('PING'));
    if (at % 500 === 0) await turn();
  }
  await rests('what waits here', () => socket.bufferedAmount);
  // What is not taken up waits at the sender, which is us as well: 150,000 frames of 60 bytes.
  expect(live() - before).toBeLessThan(110 * MIB);
  socket.terminate();
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, { user: BOB }))}`, { cookie: BOB_COOKIE });
  await page.frame('TERMINAL_SESSION');
  page.type('echo still $((40+2)) here\r');
  await page.see('still 42 here');
  page.socket.close();
});

test('the sockets of one person are bounded; others come in', async () => {
  // All at once: a page that does not say how large it is is closed after a while, and on a busy machine the first would be gone before the last comes.
  const answers = await Promise.all(Array.from({ length: 600 }, (_, at) => connect(ANN_COOKIE, `192.0.${at >> 8}.${at & 255}`)));
  const statuses = answers.filter((answer) => typeof answer === 'number');
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect(open.size).toBe(513);
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, { user: BOB }))}`, { cookie: BOB_COOKIE });
  await page.frame('TERMINAL_SESSION');
  page.socket.close();
});
