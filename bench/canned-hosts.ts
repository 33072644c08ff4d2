import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { newSshKey } from '@postern/testkit/ssh-keys';
import ssh2 from 'ssh2';

/**
 * A process that is many Unix hosts: it listens on addresses of loopback, lets `root` in with the password, and answers the command
 * that gathers accounts like a machine with forty people. The first `hanging` of them take a line and never say a word.
 * Arguments: port, number of hosts, number of hanging ones, longest delay in milliseconds, password. Says `ready`.
 */
const [port = 0, count = 0, hanging = 0, delay = 0] = process.argv.slice(2, 6).map(Number);
const password = process.argv[6] ?? '';

const people = Array.from({ length: 40 }, (_, at) => `person${at}:x:${1000 + at}:${1000 + at}::/home/person${at}:/bin/bash`);
const passwd = ['root:x:0:0:root:/root:/bin/bash', 'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin', ...people].join('\n');
const answer = `${passwd}\nPOSTERN-LAST\nUsername         Port     From             Latest\nroot             pts/0    10.0.0.7         Mon Nov 16 10:00:00 +0000 2026\n`;
const hostKey = newSshKey('ed25519').private;

for (let at = 0; at < count; at += 1) {
  // As `simulated` of simulated-hosts.ts counts them.
  const address = `127.0.${1 + Math.floor(at / 250)}.${(at % 250) + 1}`;
  if (at < hanging) {
    createServer((socket) => void socket.on('error', () => undefined)).listen(port, address);
    continue;
  }
  // Evenly spread, the same in every run.
  const own = ((at * 7919) % count) / count;
  const server = new ssh2.Server({ hostKeys: [hostKey], ident: `bench-${randomBytes(2).toString('hex')}` }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (context) =>
      context.method === 'password' && context.password === password ? context.accept() : context.reject(['password']),
    );
    client.on('session', (accept) => {
      accept().on('exec', async (acceptExec) => {
        const channel = acceptExec();
        channel.resume();
        await wait(own * delay);
        channel.write(answer);
        channel.exit(0);
        channel.end();
      });
    });
  });
  server.on('error', () => undefined);
  server.listen(port, address);
}
process.stdout.write('ready\n');
