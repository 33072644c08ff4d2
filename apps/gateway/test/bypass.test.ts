import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { betweenKeys } from '@postern/testkit/until';
import type { ExecOptions } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { type Attempt, CORPUS } from './bypass-corpus.ts';
import { ANN_COOKIE, eventually, grantFor, startWorld, TOKEN_VALUE } from './world.ts';

/** The bypass corpus against real shells, each attempt once with the filter and once without (docs/command-filters.md). */

const AT_ONCE = 12;
/** What was found. `BYPASS_WRITE=1` writes it down anew. */
const RESULTS = new URL('./bypass-results.json', import.meta.url);

let dir: string;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-bypass-'));
  const program = (name: string, text: string) => {
    writeFileSync(join(dir, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(dir, name), 0o755);
  };
  program('marker-run', 'echo ran >> "$MARK"');
  program('wipe', '[ "$1" = now ] && echo ran >> "$MARK"; true');
  program('script', '"$D"/marker-run');
  const reader = `read -r line; line=\${line#*:}; sh -c "\${line#!}"`;
  program('liner', reader);
  program('screener', `printf '\\033[?1049h\\033[HFULL'; ${reader}; printf '\\033[?1049l'`);
  program('holder', `trap '' INT; stty -isig; printf '\\033[?1049h'; while read -r l; do eval "$l"; done`);
  writeFileSync(join(dir, 'past'), 'marker-run\n');
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
});

const FILTER: ConnectionSecret['command_filter_acls'] = [
  {
    id: '44444444-4444-4444-8444-444444444444',
    name: 'never',
    action: 'reject',
    priority: 50,
    is_active: true,
    reviewers: [],
    command_groups: [
      {
        id: '55555555-5555-4555-8555-555555555555',
        name: 'g',
        type: 'command',
        content: 'marker-run\nwipe now',
        ignore_case: true,
        // What the core makes of these two lines.
        pattern: '\\bmarker\\-run\\b|wipe\\s+now',
      },
    ],
  },
];

let runs = 0;
interface Place {
  /** Where the commands run, with nothing of another attempt in it. */
  home: string;
  mark: string;
  environment: string;
}
function place(): Place {
  runs += 1;
  const home = join(dir, `run-${runs}`);
  mkdirSync(home);
  const mark = join(home, 'mark');
  for (const name of ['marker-run', 'wipe', 'script', 'liner', 'screener', 'holder', 'past'])
    symlinkSync(join(dir, name), join(home, name));
  return { home, mark, environment: `cd ${home}; export D=${home} MARK=${mark} PATH=${home}:$PATH` };
}

/** Whether the attempt ran what is forbidden. */
async function runsIt(attempt: Attempt, filters: ConnectionSecret['command_filter_acls']): Promise<boolean> {
  const where = place();
  if (attempt.via) await onChannel(attempt, where, filters);
  else await inShell(attempt, where, filters);
  return existsSync(where.mark);
}

/** A busy machine can be too slow for keys that count on its answer in time. */
const TRIES = 4;

/** Whether one of so many tries ran what is forbidden. */
async function runsOnce(attempt: Attempt, filters: ConnectionSecret['command_filter_acls'], tries: number): Promise<boolean> {
  for (let at = 0; at < tries; at += 1) if (await runsIt(attempt, filters)) return true;
  return false;
}

async function inShell({ keys }: Attempt, where: Place, command_filter_acls: ConnectionSecret['command_filter_acls']): Promise<void> {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
  const { id } = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session;
  page.type(`HISTFILE=/dev/null PS1='web\\$ '; ${where.environment}; echo re""ady\r`);
  await page.see(/ready\r\n.*web[#$] $/s);
  // From here on as a rule that was saved meanwhile: the lines above are not on trial.
  world.core.rules.set(id, { refused: null, command_filter_acls, expire_at: 0 });
  // It asks a second time only when it has taken in the first answer.
  for (const _ of ['asked', 'obeyed']) {
    const before = world.core.asked.length;
    world.core.rulesChanged();
    await eventually(() => world.core.asked.slice(before).some((ids) => ids.includes(id)));
  }
  let closed = false;
  void page.closed.then(() => {
    closed = true;
  });
  for (const key of keys) {
    if (closed) break;
    page.type(key);
    await betweenKeys(key.length === 1 ? 15 : 60);
    // On a busy machine the next keys would come before there is a line editor to take them.
    if (key === '\r') await eventually(() => /web[#$] $/.test(page.text()), 500).catch(() => undefined);
  }
  // It ran, or it was refused; whatever did neither by then has had its time.
  await eventually(() => closed || existsSync(where.mark) || page.text().includes('not allowed here'), 4_000).catch(() => undefined);
  await betweenKeys(150);
  // What still waits for more, and then a line that shows that all before it was done.
  for (const end of ['\x03', '\x04\x03', 'echo do""ne\r']) {
    if (closed) break;
    if (end === '\x04\x03' && /web[#$] $/.test(page.text())) continue;
    page.type(end);
    await betweenKeys(50);
  }
  if (!closed) await page.see(/done\r\n/, 1_500).catch(() => undefined);
  page.socket.close();
}

async function onChannel({ keys, via, stdin }: Attempt, where: Place, filters: ConnectionSecret['command_filter_acls']): Promise<void> {
  const token = world.token(grantFor(sshd, { command_filter_acls: filters }));
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username: `JMS-${token}`, password: TOKEN_VALUE });
  });
  const options: ExecOptions = via === 'exec-terminal' ? { pty: true } : {};
  await new Promise<void>((resolve, reject) => {
    client.exec(`${where.environment}; ${keys.join('')}`, options, (error, channel) => {
      if (error) return reject(error);
      channel.on('close', () => resolve());
      channel.resume();
      channel.stderr.resume();
      if (stdin !== undefined) channel.end(stdin);
    });
  });
  client.end();
}

interface Score {
  title: string;
  claimed: boolean;
  attempts: number;
  caught: number;
  missed: string[];
  /** Those that do not run what is forbidden even without a filter: mistakes of the corpus. */
  harmless: string[];
}

const asAttempt = (given: string | Attempt): Attempt => (typeof given === 'string' ? { keys: [given, '\r'] } : given);

async function score({ title, claimed, attempts }: (typeof CORPUS)[number]): Promise<Score> {
  const result: Score = { title, claimed, attempts: attempts.length, caught: 0, missed: [], harmless: [] };
  const waiting = attempts.map(asAttempt);
  const work = async () => {
    for (let attempt = waiting.shift(); attempt; attempt = waiting.shift()) {
      const name = JSON.stringify(attempt.keys.join('').slice(0, 120));
      if (!(await runsOnce(attempt, [], TRIES))) result.harmless.push(name);
      // What we say is caught must be caught the first time; what we say gets through may need another try on a busy machine.
      if (await runsOnce(attempt, FILTER, claimed ? 1 : TRIES)) result.missed.push(name);
      else result.caught += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return result;
}

const scores: Score[] = [];

describe('the bypass corpus', () => {
  it.each(CORPUS)('$title', async (group) => {
    const found = await score(group);
    scores.push(found);
    expect(found.harmless, 'attempts that run nothing even without a filter').toEqual([]);
    if (group.claimed) expect(found.missed).toEqual([]);
  });

  // docs/command-filters.md is printed from that file (tooling/bypass-score.mjs).
  it('has the score that is written down', () => {
    const found = scores.map(({ title, claimed, attempts, caught }) => ({ title, claimed, attempts, caught }));
    expect(found.reduce((sum, { attempts }) => sum + attempts, 0)).toBeGreaterThanOrEqual(120);
    expect(found.map(({ title }) => title)).toEqual(CORPUS.map(({ title }) => title));
    if (process.env.BYPASS_WRITE === '1') writeFileSync(RESULTS, `${JSON.stringify(found, null, 2)}\n`);
    expect(found).toEqual(JSON.parse(readFileSync(RESULTS, 'utf8')));
  });
});
