import { MODULE_INPUT } from '@postern/contract/module-input';
import { expect, it } from 'vitest';
import { createCommandInput } from './command-input.ts';
import { compilePolicy } from './command-policy.ts';

/** Sends into a command that runs without a terminal, where `reboot` is refused. */
function setUp(command: string, rules = true) {
  const out = { forwarded: '', listed: [] as string[], refused: [] as string[] };
  const acl = {
    ...{ id: 'a', name: 'a', action: 'reject' as const, priority: 50, is_active: true, reviewers: [] },
    command_groups: [{ id: 'g', name: 'g', type: 'regex' as const, content: '', ignore_case: true, pattern: 'reboot' }],
  };
  const policy = compilePolicy(rules ? [acl] : []);
  const input = createCommandInput(command, () => policy, undefined, {
    forward: (bytes) => {
      out.forwarded += bytes.toString();
    },
    record: () => undefined,
    line: ({ text }) => out.listed.push(text.trim()),
    copy: () => undefined,
    copied: () => undefined,
    refuse: ({ text }) => out.refused.push(text.trim()),
  });
  return { input, out };
}

it.each([
  ['sudo -i', ['id']],
  ['sudo -ns', ['id']],
  ['sudo /usr/local/bin/backup', []],
  ['cat', []],
])('what is sent into `%s` is listed as %j', (command, listed) => {
  const { input, out } = setUp(command, false);
  input.push(Buffer.from('id\n'));
  input.end();
  expect(out).toEqual({ forwarded: 'id\n', listed, refused: [] });
});

it('nothing goes on behind a line that was refused', () => {
  const { input, out } = setUp('sh');
  input.push(Buffer.from('id\nreboot\nwho\n'));
  input.push(Buffer.from('who\n'));
  input.end();
  expect(out).toEqual({ forwarded: 'id\n', listed: ['id'], refused: ['reboot'] });
});

it.each(['reboot\r', 'reboot'])('a line that was taken for one of scp, %j, is judged when nothing more comes', (line) => {
  const { input, out } = setUp('scp -t /tmp');
  input.push(Buffer.from(line));
  expect(out.refused).toEqual([]);
  input.end();
  expect(out).toMatchObject({ forwarded: '', refused: ['reboot'] });
});

it('what waited for the rest of its line is dropped when the session stops', () => {
  const { input, out } = setUp('sh');
  input.push(Buffer.from('who'));
  input.stop();
  input.end();
  expect(out.forwarded).toBe('');
});

const moduleInput = (text: string): Buffer =>
  Buffer.from([MODULE_INPUT.opening, text, MODULE_INPUT.between, 'c0ffee00'.repeat(500), MODULE_INPUT.closing, ''].join('\n'));

it('of a module that a playbook sends, what it does is listed, and nothing of its frame', () => {
  const { input, out } = setUp("/bin/sh -c '/usr/bin/python3 && sleep 0'", false);
  const sent = moduleInput('systemctl restart nginx');
  input.push(sent);
  input.end();
  expect(out).toEqual({ forwarded: sent.toString(), listed: ['systemctl restart nginx'], refused: [] });
});

it('a module that does what a rule refuses does not go on', () => {
  const { input, out } = setUp("/bin/sh -c '/usr/bin/python3 && sleep 0'");
  input.push(moduleInput('sudo reboot now'));
  input.end();
  expect(out).toEqual({ forwarded: `${MODULE_INPUT.opening}\n`, listed: [], refused: ['sudo reboot now'] });
});
