import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HOSTILE_PATTERNS } from '@postern/testkit/hostile-patterns';
import { expect, it } from 'vitest';

/** Longest that one Enter may take of the process that all sessions share; it is ended then, because it would not end by itself. */
const DEADLINE_MS = 30_000;

/** Judges a line by a filter in a process of its own, so that a freeze ends. */
async function judged(pattern: string, command: string): Promise<string> {
  const policy = new URL('./command-policy.ts', import.meta.url).href;
  const acl = {
    ...{ id: 'a', name: 'a', action: 'reject', priority: 50, is_active: true, reviewers: [] },
    command_groups: [{ id: 'g', name: 'g', type: 'regex', content: pattern, ignore_case: true, pattern }],
  };
  const code = `import { compilePolicy, judgeCommand } from ${JSON.stringify(policy)};
    console.log(judgeCommand(compilePolicy([${JSON.stringify(acl)}]), ${JSON.stringify(command)}).action);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { timeout: DEADLINE_MS });
  return stdout.trim();
}

// Whoever may write a command group could stop every session of the gateway with one line.
it.each(HOSTILE_PATTERNS)('no command group freezes the gateway: $pattern', async ({ pattern, text }) => {
  expect(await judged(pattern, text)).toBe('accept');
});
