import { workOf } from '@postern/testkit/work';
import { describe, expect, it } from 'vitest';
import { type CommandAcl, compilePolicy, judgeCommand, judgeUnread } from './command-policy.ts';

const acl = (
  action: CommandAcl['action'],
  priority: number,
  pattern: string,
  change: Partial<CommandAcl> = {},
  ignore_case = true,
): CommandAcl => ({
  id: `${action}-${priority}`,
  name: `${action} ${priority}`,
  action,
  priority,
  is_active: true,
  reviewers: [],
  command_groups: [{ id: 'g', name: 'group', type: 'regex', content: pattern, ignore_case, pattern }],
  ...change,
});
const judge = (acls: CommandAcl[], command: string) => judgeCommand(compilePolicy(acls), command);

describe('judgeCommand', () => {
  it('lets pass what no rule names', () => {
    expect(judge([acl('reject', 50, '\\brm\\b')], 'ls -l')).toEqual({ action: 'accept', level: 0 });
  });

  it('takes the lowest number first, and the stricter action on ties', () => {
    expect(judge([acl('reject', 50, 'rm'), acl('accept', 10, 'rm')], 'rm x').action).toBe('accept');
    const tied = [acl('accept', 50, 'rm'), acl('warning', 50, 'rm'), acl('review', 50, 'rm'), acl('reject', 50, 'rm')];
    expect(judge(tied, 'rm x').action).toBe('reject');
    expect(judge(tied.slice(0, 3), 'rm x').action).toBe('review');
    expect(judge(tied.slice(0, 2), 'rm x').action).toBe('warning');
  });

  it('says which rule and group it was, and how bad', () => {
    expect(judge([acl('reject', 50, 'rm')], 'rm x')).toEqual({
      action: 'reject',
      level: 5,
      acl: 'reject-50',
      group: 'g',
      name: 'reject 50',
    });
    expect(judge([acl('warning', 50, 'rm')], 'rm x').level).toBe(4);
  });

  it('honours case and inactive rules', () => {
    expect(judge([acl('reject', 50, 'reboot')], 'REBOOT').action).toBe('reject');
    expect(judge([acl('reject', 50, 'reboot', {}, false)], 'REBOOT').action).toBe('accept');
    expect(judge([acl('reject', 50, 'reboot', { is_active: false })], 'reboot').action).toBe('accept');
  });

  it('reads inline flags, and refuses everything where a refusal cannot be read', () => {
    expect(judge([acl('reject', 50, '(?i)reboot', {}, false)], 'Reboot').action).toBe('reject');
    const policy = compilePolicy([acl('reject', 50, '(?<bad')]);
    expect(policy.unreadable).toEqual(['group']);
    expect(judgeCommand(policy, 'anything').action).toBe('reject');
  });

  it('never lets pass by a rule that cannot be read', () => {
    const bad = 'rm(?! -i)';
    expect(judge([acl('accept', 10, bad), acl('reject', 50, 'rm')], 'rm x').action).toBe('reject');
    expect(judge([acl('warning', 10, bad), acl('reject', 50, 'rm')], 'rm x').action).toBe('reject');
    expect(judge([acl('review', 10, bad), acl('reject', 50, 'rm')], 'rm x').action).toBe('reject');
    expect(judge([acl('reject', 50, bad), acl('accept', 60, 'rm')], 'rm x').action).toBe('reject');
    expect(judge([acl('accept', 10, 'rm'), acl('reject', 50, bad)], 'rm x').action).toBe('accept');
    expect(judge([acl('accept', 10, bad)], 'ls').action).toBe('accept');
    expect(judge([acl('warning', 10, bad)], 'ls').action).toBe('warning');
  });

  it('takes a line that is too long for a pattern as if it matched', () => {
    const wide = 'a.{900}c';
    expect(judge([acl('reject', 50, wide)], 'ab'.repeat(40_000)).action).toBe('reject');
    expect(judge([acl('accept', 10, wide), acl('reject', 50, 'ab')], 'ab'.repeat(40_000)).action).toBe('reject');
    expect(judge([acl('reject', 50, wide)], 'ls').action).toBe('accept');
  });

  it('is strict where there are more patterns than there is time for', async () => {
    // Each is quick, and its own; all of them together would hold up every other session.
    const many = Array.from({ length: 4_000 }, (_, n) => acl('warning', 50, `(a|b|ab)*(c|d${n})+(e|f)*x${n}$`));
    const policy = compilePolicy([...many, acl('reject', 60, 'never')]);
    let action = '';
    expect(
      await workOf(() => {
        ({ action } = judgeCommand(policy, 'abcdef'.repeat(3_000)));
      }),
    ).toBeLessThan(3_000);
    expect(action).toBe('reject');
  });

  it('takes a line that nobody read for the strictest rule, if there is one', () => {
    const unread = (...acls: CommandAcl[]) => judgeUnread(compilePolicy(acls));
    expect(unread()).toEqual({ action: 'accept', level: 0 });
    expect(unread(acl('warning', 10, 'ls'), acl('reject', 50, 'rm'))).toMatchObject({ action: 'reject', group: 'g' });
    expect(unread(acl('reject', 50, 'rm', { command_groups: [] }))).toMatchObject({ action: 'reject', group: '' });
  });

  it('gives the same answer twice', () => {
    const policy = compilePolicy([acl('reject', 50, 'rm')]);
    expect([judgeCommand(policy, 'rm').action, judgeCommand(policy, 'rm').action]).toEqual(['reject', 'reject']);
  });
});
