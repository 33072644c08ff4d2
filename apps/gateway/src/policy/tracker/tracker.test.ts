import { RISK } from '@postern/contract/component';
import { CANCEL_TRANSFER } from '@postern/contract/zmodem';
import { expect, it } from 'vitest';
import { createEchoReader } from '../echo-reader.ts';
import { cutAtEnter } from '../line-editor.ts';
import { createCommandTracker } from './command-tracker.ts';
import type { TrackedCommand } from './tracked-command.ts';

const UNKNOWN = { text: '', exact: false };

function setUp() {
  const commands: TrackedCommand[] = [];
  let unread = 0;
  let now = 1_700_000_000_000;
  const tracker = createCommandTracker(
    createEchoReader(),
    () => ({ cols: 80, rows: 24 }),
    (command) => commands.push(command),
    (lines) => {
      unread += lines;
    },
    () => now,
  );
  const show = (text: string) => tracker.output(Buffer.from(text));
  const type = (text: string) => {
    for (const piece of cutAtEnter(Buffer.from(text))) tracker.typed(piece);
  };
  show('$ ');
  return {
    tracker,
    show,
    type,
    /** Typed and echoed at once. */
    enter(text: string) {
      type(`${text}\r`);
      show(`${text}\r\n`);
    },
    wait: (ms: number) => {
      now += ms;
    },
    async listed() {
      await tracker.finish();
      return { inputs: commands.map(({ input }) => input), unread };
    },
  };
}

it('gives a line up that nothing came back for, and finds the prompt behind it', async () => {
  const { tracker, show, type, enter, wait, listed } = setUp();
  type('secret\r');
  show('Sorry. Try again: ');
  wait(3_000);
  // No line break answered: what stands there is the prompt of the next line.
  type('l');
  expect(tracker.echoed()).toBe('');
  type('\x7f');
  show('\r\n$ ');
  enter('ls');
  expect(await listed()).toEqual({ inputs: ['ls'], unread: 1 });
});

it('stops looking for a line that only its echo tells, when too much else comes', async () => {
  const { tracker, show, type, enter, listed } = setUp();
  enter('yes');
  type('ec\t\r');
  for (let n = 0; n < 3; n += 1) show('y\r\n'.repeat(150_000));
  show('$ ');
  enter('ls');
  expect(tracker.current()).toEqual({ text: '', exact: true });
  expect(await listed()).toEqual({ inputs: ['yes', 'ls'], unread: 1 });
});

it('knows what it does not know of a line that the history brings up', async () => {
  const { tracker, show, type, listed } = setUp();
  expect(await tracker.readEcho()).toEqual({ prompt: '', text: '', behind: '', prompted: true, whole: true });
  // Ctrl+O enters the line and brings up the next one.
  type('ls\x0f');
  expect([tracker.current(), tracker.given()]).toEqual([UNKNOWN, '']);
  tracker.judge({ level: RISK.reject });
  show('ls\r\nfile\r\n$ pwd');
  type('\r');
  show('\r\n/root\r\n$ ');
  // Nothing of the second was typed, and nothing came back for its Enter: it ran, unread.
  expect(await listed()).toEqual({ inputs: ['ls'], unread: 1 });
});

it('lists no line of blanks', async () => {
  const { enter, show, listed } = setUp();
  enter('   ');
  show('$ ');
  enter('ls');
  expect(await listed()).toEqual({ inputs: ['ls'], unread: 0 });
});

it('reads a line in a program from the first of what it draws, however much that is', async () => {
  const { show, type, listed } = setUp();
  show('\x1b[?1049h\x1b[2J');
  type('first\r');
  show('first\r\n');
  show('x'.repeat(70_000));
  type('second\r');
  show('second\r\n');
  show('\x1b[?1049l$ ');
  expect(await listed()).toEqual({ inputs: ['first'], unread: 1 });
});

it('counts lines as unread when more of them wait to be read than are read in time', async () => {
  const { type, show, listed } = setUp();
  const lines = Array.from({ length: 2_000 }, (_, n) => `x${n}\x1b[D\x1b[C`);
  for (const line of lines) {
    type(`${line}\r`);
    show(`${line}\r\n$ `);
  }
  const { inputs, unread } = await listed();
  expect(unread).toBeGreaterThan(0);
  expect(inputs.length + unread).toBe(lines.length);
  expect(inputs.at(-1)).toBe('x1999');
});

it('lists a line that was begun before its prompt without the prompt', async () => {
  const { show, type, enter, listed } = setUp();
  enter('rz');
  show('**\x18B0100000023be50');
  type(CANCEL_TRANSFER);
  show('\r\n$ ');
  enter('echo hi');
  show('hi\r\n$ ');
  enter('ls');
  expect(await listed()).toEqual({ inputs: ['rz', 'echo hi', 'ls'], unread: 0 });
});

it('lists a line below a list of completions without the prompt', async () => {
  const { show, type, listed } = setUp();
  type('ec\t');
  show('ec\r\necho  echo2\r\n$ ec');
  type('ho hi\r');
  show('ho hi\r\nhi\r\n$ ');
  expect(await listed()).toEqual({ inputs: ['echo hi'], unread: 0 });
});
