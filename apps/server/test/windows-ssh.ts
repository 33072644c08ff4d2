import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { windowsCommand } from '../src/features/automations/methods/windows-scripts.ts';
import { execute, SCRIPTS, type Started, type WindowsMachine } from './windows-machine.ts';

const { privateKey: hostKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** OpenSSH for Windows, as far as it is used. */
export async function startWindowsSsh(machine: WindowsMachine): Promise<Started> {
  const open = new Set<{ end(): void }>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('close', () => open.delete(client));
    client.on('authentication', (context) => {
      if (context.method === 'password' && machine.users.get(context.username)?.password === context.password) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) =>
      accept().on('exec', (yes, _no, { command }) => {
        const channel = yes();
        const parts: Buffer[] = [];
        channel.on('data', (bytes: Buffer) => parts.push(bytes));
        channel.on('end', () => {
          const name = SCRIPTS.find((one) => windowsCommand(one) === command);
          if (name === machine.faults.dropBefore) return client.end();
          const { script, code, output, error } = execute(machine, command, Buffer.concat(parts).toString());
          if (script === machine.faults.dropAfter) return client.end();
          channel.write(output);
          channel.stderr.write(error);
          channel.exit(code);
          return channel.end();
        });
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      for (const client of open) client.end();
      server.close();
    },
  };
}
