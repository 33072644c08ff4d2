import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandEntry, type ConnectionSecret, RISK, type TransferEntry } from '@postern/contract/component';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnsweringCore, type Answers, type Call, startAnswers } from '../../test/answering-core.ts';
import { grantFor } from '../../test/world.ts';
import type { TrackedCommand } from '../policy/tracker/tracked-command.ts';
import { asEntry, type Backlog, openBacklog } from './backlog.ts';
import { createCommandLog } from './command-log.ts';
import { describeCommand, describeSession } from './session-text.ts';
import { createTransferLog } from './transfer-log.ts';

let core: AnsweringCore | undefined;
const dirs: string[] = [];
afterEach(async () => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  await core?.stop();
  core = undefined;
});
const startCore = async (answer: Answers) => {
  core = await startAnswers(answer);
  return core;
};

async function backlog<T>(): Promise<Backlog<T>> {
  const dir = mkdtempSync(join(tmpdir(), 'postern-backlog-'));
  dirs.push(dir);
  // What is written after a test finds no folder any more.
  return openBacklog(dir, asEntry<T>, { warn: () => undefined });
}

const LONG_MS = 60_000;
/** More than either queue keeps. */
const MANY = 20_001;
const bodyOf = ({ body }: Call) => JSON.parse(body.toString());

const command = (input: string, risk_level: CommandEntry['risk_level'] = RISK.accept): CommandEntry => ({
  id: crypto.randomUUID(),
  session: 's',
  org_id: '',
  user: 'ann',
  asset: 'web-1',
  account: 'root',
  input,
  output: '',
  timestamp: 1_700_000_000,
  risk_level,
});
const inputs = (call: Call): string[] => bodyOf(call).map((entry: CommandEntry) => entry.input);
const logged = ({ calls }: AnsweringCore) => calls.filter(({ path }) => path === '/terminal/commands/').map(inputs);

describe('commands on their way to the core', () => {
  it('wait for company, go in order, and are sent again by a core that was away', async () => {
    const there = await startCore((_call, calls) => ({ status: calls.length === 1 ? 503 : 201 }));
    const log = createCommandLog(there.client, await backlog(), () => expect.unreachable('nothing is lost'));
    log.add(command('one'));
    log.add(command('two'));
    expect(there.calls).toEqual([]);
    await log.flush(LONG_MS);
    expect(logged(there)).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
    await log.flush(LONG_MS);
    expect(there.calls).toHaveLength(2);
  });

  it('go at once when there are enough of them', async () => {
    const there = await startCore(() => ({ status: 201 }));
    const log = createCommandLog(there.client, await backlog(), () => expect.unreachable('nothing is lost'));
    for (const input of ['1', '2', '3', '4', '5']) log.add(command(input));
    await expect.poll(() => logged(there).flat()).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each([
    [400, 'invalid'],
    // Cores that know no 400 for a body say so without words (docs/wire/components.md#batches-of-commands).
    [401, undefined],
  ])('of a batch that is refused by %i only the entry at fault is lost', async (status, code) => {
    const there = await startCore((call) => (call.body.includes('"bad"') ? { status, ...(code ? { code } : {}) } : { status: 201 }));
    const lost: string[] = [];
    const log = createCommandLog(there.client, await backlog(), ({ input }) => lost.push(input));
    for (const input of ['good', 'bad', 'fine']) log.add(command(input));
    await log.flush(LONG_MS);
    expect(lost).toEqual(['bad']);
    expect(logged(there)).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']]);
  });

  it('are all kept when the core goes away between two of them', async () => {
    const there = await startCore((call, calls) => {
      if (calls.length === 3) return { status: 503 };
      return { status: call.body.includes('"bad"') ? 400 : 201 };
    });
    const lost: string[] = [];
    const log = createCommandLog(there.client, await backlog(), ({ input }) => lost.push(input));
    for (const input of ['good', 'bad']) log.add(command(input));
    await log.flush(LONG_MS);
    // It was away for the entry at fault: the batch is tried again as a whole.
    expect(logged(there)).toEqual([['good', 'bad'], ['good'], ['bad'], ['good', 'bad'], ['good'], ['bad']]);
    expect(lost).toEqual(['bad']);
  });

  it('are not lost by a key that has expired', async () => {
    const there = await startCore((_call, calls) => (calls.length === 1 ? { status: 401, code: 'not_authenticated' } : { status: 201 }));
    const log = createCommandLog(there.client, await backlog(), () => expect.unreachable('nothing is lost'));
    log.add(command('kept'));
    await log.flush(LONG_MS);
    expect(logged(there)).toEqual([['kept'], ['kept']]);
  });

  it('raise no alert where no rule is known that spoke', async () => {
    const there = await startCore(() => ({ status: 201 }));
    const log = createCommandLog(there.client, await backlog(), () => expect.unreachable('nothing is lost'));
    log.add(command('reboot', RISK.reject));
    await log.flush(LONG_MS);
    expect(there.calls.map(({ path }) => path)).toEqual(['/terminal/commands/']);
  });

  it('raise an alert where a rule spoke, which may fail without harm to the log', async () => {
    const there = await startCore((call) => ({ status: call.path.endsWith('insecure-command/') ? 500 : 201 }));
    const log = createCommandLog(there.client, await backlog(), () => expect.unreachable('nothing is lost'));
    log.add(command('ls'));
    log.add({ ...command('reboot', RISK.reject), cmd_filter_acl: 'r' });
    await log.flush(LONG_MS);
    expect(logged(there)).toEqual([['ls', 'reboot']]);
    expect(there.calls.filter(({ path }) => path.endsWith('insecure-command/')).map(inputs)).toEqual([['reboot']]);
  });

  it('are given up from the oldest when there are too many, and nobody waits longer than told', async () => {
    const there = await startCore(() => ({ status: 503 }));
    const lost: [string, string][] = [];
    const log = createCommandLog(there.client, await backlog(), ({ input }, why) => lost.push([input, why]));
    // Five are under way, and the core may have taken them: who counted them as lost could count them twice.
    for (let n = 0; n < MANY + 5; n += 1) log.add(command(String(n)));
    expect(lost).toEqual([['5', 'the queue is full']]);
    await log.flush(1);
  });
});

describe('what the core is told of a session', () => {
  const START = new Date('2026-11-24T08:00:00Z');
  const from = { remoteAddr: '203.0.113.7', loginFrom: 'WT', start: START } as const;
  const granted = { ...grantFor({ port: 22, user: 'ops', privateKey: 'a key' } as Parameters<typeof grantFor>[0]), host_keys: [] };
  const secret = (account: object) => ({ ...granted, account: { ...granted.account, ...account } }) as unknown as ConnectionSecret;

  it('names the account by its id, or what was typed by its name', () => {
    expect(describeSession('s', secret({ id: 'a', name: 'root' }), from)).toMatchObject({ account_id: 'a', type: 'normal' });
    const typed = describeSession('s', secret({ id: null, name: '@INPUT', username: 'ann' }), { ...from, type: 'command' });
    expect(typed).toMatchObject({ account_id: '@INPUT', account: '@INPUT(ann)', type: 'command' });
  });

  it('keeps commands of one second in order by their ids', () => {
    const info = describeSession('s', secret({ id: 'a' }), from);
    const found: TrackedCommand = { input: 'ls', output: '', timestamp: 1_700_000_000, level: RISK.accept };
    const ids = Array.from({ length: 2_000 }, () => describeCommand(info, found).id);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('names the rule of a command that one spoke about, and no rule of any other', () => {
    const info = describeSession('s', secret({ id: 'a' }), from);
    const found: TrackedCommand = { input: 'ls', output: '', timestamp: 1_700_000_000, level: RISK.accept };
    expect(describeCommand(info, found)).not.toHaveProperty('cmd_filter_acl');
    expect(describeCommand(info, { ...found, level: RISK.reject, acl: 'r', group: 'g' })).toMatchObject({
      session: 's',
      risk_level: RISK.reject,
      cmd_filter_acl: 'r',
      cmd_group: 'g',
    });
  });
});

const transfer = (id: string): TransferEntry => ({
  id,
  session: 's',
  org_id: '',
  user: 'ann',
  asset: 'web-1',
  account: 'root',
  remote_addr: '127.0.0.1',
  operate: 'upload',
  filename: 'a.txt',
  date_start: '2023-11-14 22:13:20 +0000',
  is_success: true,
  size: 1,
});

describe('files that were moved, on their way to the core', () => {
  const ids = ({ calls }: AnsweringCore) => calls.map((call) => bodyOf(call).id);

  it('go in order, again and again until the core has them', async () => {
    const there = await startCore((_call, calls) => ({ status: calls.length === 1 ? 503 : 201 }));
    const log = createTransferLog(there.client, await backlog(), () => expect.unreachable('nothing is lost'));
    log.add(transfer('1'));
    log.add(transfer('2'));
    await log.flush(LONG_MS);
    expect(ids(there)).toEqual(['1', '1', '2']);
    await log.flush(LONG_MS);
    expect(there.calls).toHaveLength(3);
  });

  it.each([400, 404, 405])('one that the core refuses by %i does not hold up the next', async (status) => {
    const there = await startCore((_call, calls) => (calls.length === 1 ? { status, code: 'refused' } : { status: 201 }));
    const lost: string[] = [];
    const log = createTransferLog(there.client, await backlog(), ({ id }, why) => lost.push(`${id} ${why}`));
    log.add(transfer('1'));
    log.add(transfer('2'));
    await log.flush(LONG_MS);
    expect([lost, ids(there)]).toEqual([['1 refused'], ['1', '2']]);
  });

  it('are given up from the oldest when there are too many, and nobody waits longer than told', async () => {
    let away = true;
    const there = await startCore(() => ({ status: away ? 503 : 201 }));
    const lost: [string, string][] = [];
    const log = createTransferLog(there.client, await backlog(), ({ id }, why) => lost.push([id, why]));
    for (let n = 0; n < MANY + 1; n += 1) log.add(transfer(String(n)));
    expect(lost).toEqual([['1', 'the queue is full']]);
    await log.flush(1);
    away = false;
    await expect.poll(() => ids(there)).toContain('2');
    expect(ids(there)).not.toContain('1');
  });
});
