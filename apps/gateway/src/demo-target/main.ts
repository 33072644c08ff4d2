import { generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2, { type Connection, type ServerChannel } from 'ssh2';
import { z } from 'zod';
import { type Machine, runLine, runProgram } from './shell.ts';

/**
 * Demo machines for `postern up --demo`: one SSH server on many loopback addresses. Its own process, started by the
 * supervisor, with the password that the demo accounts hold.
 */
const settings = z
  .object({
    POSTERN_DEMO_PORT: z.coerce.number().int().min(1).max(65535),
    POSTERN_DEMO_PASSWORD: z.string().min(8),
    POSTERN_DATA_DIR: z.string().min(1),
    /** `name=address` pairs. */
    POSTERN_DEMO_HOSTS: z.string().transform((text) => text.split(',').map((pair) => pair.split('=') as [string, string])),
  })
  .parse(process.env);

/** A line editor just large enough for a demo: printable keys, backspace, Ctrl-C, Ctrl-D, Enter. */
function serveShell(channel: ServerChannel, machine: Machine): void {
  let cwd = `/home/${machine.user}`;
  let line = '';
  const prompt = () => channel.write(`\u001b[1;32m${machine.user}@${machine.host}\u001b[0m:\u001b[1;34m${cwd}\u001b[0m$ `);
  const end = () => {
    channel.exit(0);
    channel.end();
  };
  const enter = () => {
    channel.write('\r\n');
    const answer = runLine(machine, cwd, line);
    line = '';
    cwd = answer.cwd ?? cwd;
    channel.write(answer.output.replaceAll('\n', '\r\n'));
    if (answer.exit) end();
    else prompt();
  };
  channel.write(runLine(machine, '/', 'cat /etc/motd').output.replaceAll('\n', '\r\n'));
  prompt();
  channel.on('data', (bytes: Buffer) => {
    for (const key of bytes.toString('utf8')) {
      if (key === '\r') enter();
      else if (key === '\u0003') {
        line = '';
        channel.write('^C\r\n');
        prompt();
      } else if (key === '\u0004' && line === '') return end();
      else if (key === '\u007f') {
        if (line) channel.write('\b \b');
        line = [...line].slice(0, -1).join('');
      } else if (key >= ' ' && line.length < 4096) {
        line += key;
        channel.write(key);
      }
    }
  });
}

function serve(connection: Connection, host: string): void {
  let user = 'demo';
  const expected = Buffer.from(settings.POSTERN_DEMO_PASSWORD);
  connection.on('authentication', (attempt) => {
    if (attempt.method !== 'password') return attempt.reject(['password']);
    const given = Buffer.from(attempt.password);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return attempt.reject(['password']);
    user = attempt.username;
    attempt.accept();
  });
  connection.on('ready', () => {
    connection.on('session', (accept) => {
      const session = accept();
      let columns = 80;
      session.on('pty', (ok, _reject, info) => {
        columns = info.cols;
        ok?.();
      });
      session.on('window-change', (ok) => ok?.());
      session.on('shell', (ok) => serveShell(ok(), { host, user, columns }));
      session.on('exec', (ok, _reject, { command }) => {
        const channel = ok();
        const answer = runProgram({ host, user, columns }, command);
        channel.write(answer.output);
        if (answer.error) channel.stderr.write(answer.error);
        channel.exit(answer.code);
        channel.end();
      });
    });
  });
  // A visitor who vanishes is no news for a demo.
  connection.on('error', () => connection.end());
}

/** Kept, because Postern pins host keys and refuses a machine whose key changed. */
function hostKey(): string {
  const path = join(settings.POSTERN_DATA_DIR, 'demo-host-key');
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  writeFileSync(path, privateKey, { mode: 0o600 });
  return privateKey;
}

const key = hostKey();
for (const [host, address] of settings.POSTERN_DEMO_HOSTS) {
  new ssh2.Server({ hostKeys: [key], ident: 'demo' }, (connection) => serve(connection, host)).listen(settings.POSTERN_DEMO_PORT, address);
}
process.once('SIGTERM', () => process.exit(0));
process.once('SIGINT', () => process.exit(0));
