// What `.ci/run` calls: the README's test command, then the checks, summed up in one last line.
import { spawn } from 'node:child_process';
import { root } from './prepare.mjs';

const total = { passed: 0, failed: 0 };
for (const args of [['test'], ['run', 'check']]) {
  const result = await npm(args);
  total.passed += result.passed;
  total.failed += result.failed;
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs npm, shows its output and reads its last sum. A command that fails without one counts as one failure. */
function npm(args) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, env: { ...process.env, CI: 'true' }, stdio: ['ignore', 'pipe', 'inherit'] });
    let tail = '';
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      tail = `${tail}${chunk}`.slice(-2000);
    });
    child.once('error', () => resolve({ passed: 0, failed: 1 }));
    child.once('close', (code) => {
      const sum = [...tail.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
      const passed = Number(sum?.[1] ?? 0);
      const failed = Number(sum?.[2] ?? 0);
      resolve({ passed, failed: code !== 0 && failed === 0 ? 1 : failed });
    });
  });
}
