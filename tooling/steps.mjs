// Plain JavaScript without dependencies: runs on Node 18, before anything is installed.
import { spawn } from 'node:child_process';

const headLines = 30;
const tailLines = 60;
const heartbeatMs = 15_000;

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs `work` as a named step and says how long it took. Where it takes long, `progress` says in a few words how far it is; it is asked again and again.
 */
export async function step(title, work, { progress = () => '', everyMs = process.stdout.isTTY ? 1000 : heartbeatMs } = {}) {
  const since = Date.now();
  const live = process.stdout.isTTY === true;
  const far = () => {
    const words = progress();
    return words && `, ${words}`;
  };
  const show = () => process.stdout.write(`\r\x1b[2K… ${title} (${Math.round((Date.now() - since) / 1000)} s${far()})`);
  if (live) show();
  else process.stdout.write(`… ${title}\n`);
  const clock = setInterval(() => {
    if (live) show();
    else process.stdout.write(`… ${title}: ${seconds(since)} so far${far()}\n`);
  }, everyMs);
  try {
    const result = await work();
    clearInterval(clock);
    process.stdout.write(`${live ? '\r\x1b[2K' : ''}✓ ${title} (${seconds(since)})\n`);
    return result;
  } catch (error) {
    clearInterval(clock);
    process.stdout.write(`${live ? '\r\x1b[2K' : ''}✗ ${title} (${seconds(since)})\n`);
    throw error;
  }
}

/**
 * Runs a program quietly. Rejects with the end of its output when it fails; resolves with all of it (bounded) otherwise.
 * `limitMs` ends a program that hangs.
 */
export function run(file, args, { cwd, env = process.env, limitMs = 15 * 60_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = `${output}${chunk}`.slice(-400_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.once('error', (error) => {
      clearTimeout(limit);
      reject(new Error(`${file}: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      clearTimeout(limit);
      if (code === 0) resolve(output);
      else reject(new Error(`${file} ended with ${signal ?? `code ${code}`}\n${shorten(output)}`));
    });
  });
}

/** Beginning and end of a long output: one names the cause, the other the result. Engine warnings of npm are noise here. */
function shorten(output) {
  const lines = output.split('\n').filter((line) => !line.includes('EBADENGINE'));
  if (lines.length <= headLines + tailLines) return lines.join('\n');
  return [...lines.slice(0, headLines), '…', ...lines.slice(-tailLines)].join('\n');
}

/**
 * Runs a program in the foreground, passing signals on; resolves with its exit code.
 */
export function foreground(file, args, { cwd, env = process.env, limitMs, stdin = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: [stdin, 'inherit', 'inherit'] });
    const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs);
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(limit);
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** Ends the command with a message a person can act on instead of a stack. */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
