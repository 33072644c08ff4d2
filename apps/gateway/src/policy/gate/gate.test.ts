import { RISK } from '@postern/contract/component';
import { CANCEL_TRANSFER } from '@postern/contract/zmodem';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnsweringCore, startAnswers } from '../../../test/answering-core.ts';
import { type CommandAcl, compilePolicy } from '../command-policy.ts';
import { createEchoReader } from '../echo-reader.ts';
import { PASTE_END, PASTE_START } from '../line-editor.ts';
import { createCommandTracker } from '../tracker/command-tracker.ts';
import type { TrackedCommand } from '../tracker/tracked-command.ts';
import { createCommandGate, type ReviewOutcome } from './command-gate.ts';
import { createInputQueue } from './input-queue.ts';
import { createQuestion } from './question.ts';
import { reviewCommand } from './review.ts';

const acl = (action: CommandAcl['action'], pattern: string): CommandAcl => ({
  id: action,
  name: action,
  action,
  priority: 50,
  is_active: true,
  reviewers: [],
  command_groups: [{ id: 'g', name: 'group', type: 'regex', content: pattern, ignore_case: true, pattern }],
});

/** A gate before a target that echoes what it gets, with a prompt on each new line, and throws a line away at Ctrl+C. */
function setUp(acls: CommandAcl[], outcome: ReviewOutcome = 'approved') {
  const commands: TrackedCommand[] = [];
  const notices: string[] = [];
  const forwarded: string[] = [];
  let drained = 0;
  let muted = false;
  const policy = compilePolicy(acls);
  const tracker = createCommandTracker(
    createEchoReader(),
    () => ({ cols: 80, rows: 24 }),
    (command) => commands.push(command),
    () => undefined,
  );
  const show = (text: string) => tracker.output(Buffer.from(text));
  const gate = createCommandGate(() => policy, tracker, {
    forward(bytes) {
      const text = bytes.toString();
      forwarded.push(text);
      if (!muted)
        setImmediate(
          show,
          text
            .replaceAll('\x1b', '')
            .replaceAll(/[\r\n]+/g, '\r\n$ ')
            .replaceAll('\x03', '^C\r\n$ '),
        );
    },
    notice: (key) => notices.push(key),
    review: async () => outcome,
    onDrain: () => (drained += 1),
  });
  show('$ ');
  return {
    gate,
    tracker,
    commands,
    notices,
    sent: () => forwarded.join(''),
    drained: () => drained,
    show,
    mute: () => (muted = true),
    type: (text: string) => gate.push(Buffer.from(text)),
    listed: async () => {
      await tracker.finish();
      return commands.map(({ input, level }) => [input, level]);
    },
  };
}

describe('a command gate', () => {
  it('holds the person up while too much waits, and says when to go on', async () => {
    const { type, drained, sent } = setUp([acl('reject', 'never')]);
    expect(type('ls\r')).toBe(true);
    expect(type(`echo ${'x'.repeat(1024 * 1024)}`)).toBe(false);
    await expect.poll(drained).toBe(1);
    expect(sent()).toContain('ls\r');
  });

  it('throws away the rest of a paste in which a line was refused, however it comes, and closes its bracket', async () => {
    const { type, sent, notices, listed } = setUp([acl('reject', 'reboot')]);
    type(`${PASTE_START}reboot\r`);
    await expect.poll(() => notices).toEqual(['command_rejected']);
    type('echo of the paste\r');
    type(`echo its end${PASTE_END}echo afterwards`);
    await expect.poll(sent).toContain('echo afterwards');
    expect(sent()).not.toContain('of the paste');
    expect(sent()).not.toContain('its end');
    expect(sent()).toContain(`${PASTE_END}\x03`);
    expect(await listed()).toEqual([['reboot', RISK.reject]]);
  });

  it('lets go on behind a paste whose end was already there', async () => {
    const { type, sent, notices } = setUp([acl('reject', 'reboot')]);
    type(`${PASTE_START}reboot\r`);
    type(`echo the rest${PASTE_END}`);
    await expect.poll(() => notices).toEqual(['command_rejected']);
    type('echo afterwards');
    await expect.poll(sent).toContain('echo afterwards');
    expect(sent()).not.toContain('the rest');
  });

  it('sends nothing to a reviewer that the person did not want sent', async () => {
    const { type, notices, listed, sent } = setUp([acl('review', 'reboot')]);
    type('reboot\r');
    await expect.poll(() => notices).toEqual(['review_question']);
    type('n');
    await expect.poll(() => notices).toEqual(['review_question', 'review_cancelled']);
    expect(sent()).not.toContain('\r');
    expect(await listed()).toEqual([['reboot', RISK.review_cancel]]);
  });

  it.each(['approved', 'rejected', 'failed'] as const)('does what the review says: %s', async (outcome) => {
    const { type, notices, listed, sent } = setUp([acl('review', 'reboot')], outcome);
    type('reboot\r');
    await expect.poll(() => notices).toEqual(['review_question']);
    type('Y');
    await expect.poll(() => notices.at(-1)).toBe(`review_${outcome}`);
    await expect.poll(sent).toContain(outcome === 'approved' ? 'reboot\r' : '\x03');
    expect(await listed()).toEqual([['reboot', outcome === 'approved' ? RISK.review_accept : RISK.review_reject]]);
  });

  it('warns of a line on the screen of a program, and lists it', async () => {
    const { type, show, notices, listed, sent } = setUp([acl('warning', 'reboot')]);
    show('\x1b[?1049h\x1b[2J');
    type('reboot\r');
    await expect.poll(() => notices).toEqual(['command_warned']);
    expect(sent()).toBe('reboot\r');
    expect(await listed()).toContainEqual(['reboot', RISK.warning]);
  });

  it('has nothing to judge where Enter alone is pressed in a program', async () => {
    const { type, show, sent, notices } = setUp([acl('reject', '.*')]);
    show('\x1b[?1049h\x1b[2J');
    type('\r');
    await expect.poll(sent).toBe('\r');
    expect(notices).toEqual([]);
  });

  it('takes a line of more than plain keys on two screens for anything', async () => {
    const { type, show, sent, notices } = setUp([acl('reject', 'never typed')]);
    type('ls\x1b[D');
    await expect.poll(sent).toContain('\x1b[D');
    show('\x1b[?1049h\x1b[2J');
    type('a\r');
    await expect.poll(() => notices).toEqual(['command_rejected']);
    expect(sent()).not.toContain('\r');
  });

  it('is silent once the session is over: what waits is not sent, what comes is dropped', async () => {
    const { gate, type, sent, mute, listed } = setUp([acl('reject', 'never')]);
    mute();
    // The tab waits for the answer to what is before it.
    type('ec\tho\r');
    await expect.poll(sent).toBe('ec');
    gate.stop();
    expect(type('late\r')).toBe(true);
    await listed();
    expect(sent()).toBe('ec');
  });

  it('asks nobody once the session is over', async () => {
    const { gate, type, sent, notices, mute } = setUp([acl('review', 'reboot')]);
    mute();
    type('reboot\r');
    await expect.poll(sent).toBe('reboot');
    gate.stop();
    await expect.poll(() => notices).toEqual(['review_question', 'review_cancelled']);
    expect(sent()).not.toContain('\r');
  });

  // What the page sends to end a transfer, keys of somebody who is too early, and what follows an interrupt: all come before the prompt.
  it.each([
    ['the keys that end a transfer', CANCEL_TRANSFER, 'rz waiting\r\n**\x18B0100000023be50', '\r\n# ', 'echo hi'],
    ['the same, and a prompt nobody saw before', CANCEL_TRANSFER, 'rz waiting\r\n**\x18B0100000023be50', '\r\n[new] > ', 'echo hi'],
    ['the same on the line where the transfer began', CANCEL_TRANSFER, '**\x18B0100000023be50', '\r# ', 'echo hi'],
    ['a key while nothing stands before the cursor', '\x1b[D', '', '# ', 'echo hi'],
    ['a completion, and a prompt nobody saw before', '\t', '', '[new] > ', 'echo hi'],
  ])('takes no prompt for part of a line that was begun before it: %s', async (_, early, running, prompt, line) => {
    const { type, show, mute, sent, listed, notices } = setUp([acl('reject', '^echo')]);
    mute();
    show('\r\n# ');
    type('rz\r');
    await expect.poll(sent).toBe('rz');
    show('rz');
    await expect.poll(sent).toBe('rz\r');
    show(`\r\n${running}`);
    type(early);
    await expect.poll(sent).toBe(`rz\r${early}`);
    show(prompt);
    type(line);
    await expect.poll(sent).toBe(`rz\r${early}${line}`);
    show(line);
    type('\r');
    await expect.poll(() => notices).toEqual(['command_rejected']);
    expect((await listed()).at(-1)).toEqual([line, RISK.reject]);
  });
});

describe('input that waits', () => {
  it('is void up to the end of the paste it belongs to', () => {
    const queue = createInputQueue();
    queue.push({ bytes: Buffer.from('before'), by: undefined });
    queue.drop(true);
    expect(queue.next()).toBeUndefined();
    for (const text of ['in it', `end${PASTE_END}behind`, 'later']) queue.push({ bytes: Buffer.from(text), by: undefined });
    expect([queue.next(), queue.next()].map((input) => String(input?.bytes))).toEqual(['behind', 'later']);
  });

  it('is not dropped behind a paste whose end is dropped with it', () => {
    const queue = createInputQueue();
    queue.push({ bytes: Buffer.from(`end${PASTE_END}`), by: undefined });
    queue.drop(true);
    queue.push({ bytes: Buffer.from('later'), by: undefined });
    expect(String(queue.next()?.bytes)).toBe('later');
  });
});

describe('a question on the terminal', () => {
  it.each([
    ['y', true],
    ['Y', true],
    ['\r', true],
    ['n', false],
    ['N', false],
    ['\x03', false],
    ['\x04', false],
  ])('is answered by %j, and by no other key', async (key, agreed) => {
    const question = createQuestion();
    const answer = question.yes();
    question.take(Buffer.from('x'));
    expect(question.open()).toBe(true);
    question.take(Buffer.from(key));
    expect([await answer, question.open()]).toEqual([agreed, false]);
  });

  it('is no when the session ends, before it or while it is asked', async () => {
    const open = createQuestion();
    const answer = open.yes();
    open.stop();
    expect(await answer).toBe(false);
    const over = createQuestion();
    over.stop();
    expect(await over.yes()).toBe(false);
  });

  it.each(['\x03', '\x04'])('lets %j withdraw what it led to, and no other key', async (key) => {
    const question = createQuestion();
    const work = question.withdrawable((cancelled) => new Promise((done) => cancelled.addEventListener('abort', () => done('withdrawn'))));
    question.take(Buffer.from('y'));
    expect(question.open()).toBe(true);
    question.take(Buffer.from(key));
    expect(await work).toBe('withdrawn');
    expect(question.open()).toBe(false);
  });
});

describe('a review', () => {
  let core: AnsweringCore | undefined;
  afterEach(async () => {
    await core?.stop();
    core = undefined;
  });
  const ticket = {
    check_ticket_api: { method: 'GET', url: '/api/v1/ticket/' },
    close_ticket_api: { method: 'DELETE', url: '/api/v1/ticket/' },
  };
  const ask = async (states: string[], cancelled = new AbortController().signal) => {
    const notices: unknown[] = [];
    core = await startAnswers(({ method, path }, calls) => {
      if (path !== '/ticket/') return { status: 200, body: ticket };
      const state = states[calls.filter((call) => call.method === 'GET').length - 1];
      return method === 'GET' && state === undefined ? { status: 503 } : { status: 200, body: { state: { value: state } } };
    });
    const outcome = await reviewCommand(core.client, 's', 'a', 'reboot', cancelled, (...notice) => notices.push(notice), 1);
    return { outcome, notices, methods: core.calls.map(({ method }) => method) };
  };

  it.each([
    ['approved', 'approved'],
    ['rejected', 'rejected'],
    ['closed', 'closed'],
  ])('that ends %s is %s; until then it is asked about, also when no reviewer is named', async (state, outcome) => {
    expect(await ask(['pending', state])).toEqual({
      outcome,
      notices: [['review_waiting', { assignees: '' }]],
      methods: ['POST', 'GET', 'GET'],
    });
  });

  it('is closed when the person withdraws', async () => {
    expect(await ask([], AbortSignal.abort())).toMatchObject({ outcome: 'cancelled', methods: ['POST', 'DELETE'] });
  });

  it('that cannot be asked for lets nothing through', async () => {
    core = await startAnswers(() => ({ status: 500 }));
    expect(await reviewCommand(core.client, 's', 'a', 'reboot', new AbortController().signal, () => undefined, 1)).toBe('failed');
  });
});
