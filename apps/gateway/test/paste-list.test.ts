import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { expect, it } from 'vitest';
import { ANN_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/** Every line that somebody enters is in the list of commands or counted beside it; none is passed over in silence. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

async function open() {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
  const id: string = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id;
  page.type('PS1="user@web:~\\$ "; HISTFILE=/dev/null; echo re""ady\r');
  await page.see(/ready\r\n.*user@web:~\$ $/s);
  return { page, id };
}

/** Rows and counted lines of a session that is over, the first and the last (`exit`) left out. */
async function found(id: string) {
  await eventually(() => world.core.sessions.get(id)?.has_replay === true, 60_000);
  const inputs = world.core.commands.filter((one) => one.session === id).map((one) => one.input);
  return { inputs, unread: Number(world.core.sessions.get(id)?.unread_lines ?? 0) };
}

const MOST = 20_000;
/** More than the reading keeps at a time. */
const TOO_MANY = 40_000;
const commands = Array.from({ length: TOO_MANY }, (_, n) => `echo paste-${n + 1}`);

const WAYS = {
  'at once': (text: string) => [text],
  'in pieces that end anywhere': (text: string) => text.match(/[\s\S]{1,1021}/g) ?? [],
  'with brackets around them': (text: string) => [`\x1b[200~${text.replaceAll('\r', '\n')}\x1b[201~`],
} as const;

const PASTES = [
  ...[1, 100, 2_000, MOST].flatMap((count) => (Object.keys(WAYS) as (keyof typeof WAYS)[]).map((way) => [count, way] as const)),
  [TOO_MANY, 'at once'] as const,
];

it.each(PASTES)('%s commands pasted %s', async (count, way) => {
  const { page, id } = await open();
  const pasted = commands.slice(0, count);
  for (const piece of WAYS[way](pasted.join('\r'))) page.type(piece);
  page.type('\r');
  await page.see(new RegExp(`[\\r\\n]paste-${count}\\r\\n.*user@web`, 's'), 60_000);
  page.type('exit\r');
  await page.frame('CLOSE');
  const { inputs, unread } = await found(id);
  const listed = new Set(inputs.filter((input) => input.startsWith('echo paste-')));
  const real = new Set(pasted);
  expect([...listed].filter((input) => !real.has(input))).toEqual([]);
  // Each line of the session is listed once or counted: the prompt's, those of the paste, and `exit` behind them.
  expect(new Set(inputs).size).toBe(inputs.length);
  expect(inputs.length + unread).toBe(count + 2);
  // The reading keeps up with whatever a clipboard holds in practice; of more it says how much it could not read.
  if (count <= MOST) expect(listed.size).toBe(count);
});

it('lines typed ahead of a command that says a lot are listed or counted', async () => {
  const { page, id } = await open();
  page.type('seq 1 300000\r');
  await page.see('1000\r\n');
  page.type(commands.slice(0, 300).join('\r'));
  page.type('\r');
  await page.see(/\rpaste-300\r\n.*user@web/s, 60_000);
  page.type('exit\r');
  await page.frame('CLOSE');
  const { inputs, unread } = await found(id);
  const listed = new Set(inputs.filter((input) => input.startsWith('echo paste-')));
  expect(listed.size + unread).toBe(300);
});

it('lines that the target does not show are counted, and their text is nowhere', async () => {
  const { page, id } = await open();
  page.type('stty -echo; echo si""lent\r');
  await page.see(/silent\r\n/);
  for (const n of [1, 2, 3]) {
    page.type(`echo hid""den-${n}\r`);
    await page.see(`hidden-${n}\r\n`);
  }
  page.type('stty echo; echo lo""ud\r');
  await page.see(/loud\r\n/);
  page.type('exit\r');
  await page.frame('CLOSE');
  const { inputs, unread } = await found(id);
  expect(inputs.filter((input) => input.includes('hid""den'))).toEqual([]);
  expect(unread).toBeGreaterThanOrEqual(3);
});
