import { newSshKey } from '@postern/testkit/ssh-keys';
import ssh2 from 'ssh2';

/**
 * A process that is a Unix host with any number of terminals: it listens on loopback, lets `root` in with the password, and each of its terminals says
 * `ready-42` and sends back what is typed, as a pseudo-terminal would. A real `sshd` needs three processes for each, which no machine of this size has
 * room for. Arguments: port, password. Says `ready`.
 */
const [port = '0', password = ''] = process.argv.slice(2);

const server = new ssh2.Server({ hostKeys: [newSshKey('ed25519').private] }, (client) => {
  client.on('error', () => undefined);
  client.on('authentication', (context) =>
    context.method === 'password' && context.password === password ? context.accept() : context.reject(['password']),
  );
  client.on('session', (accept) => {
    const session = accept();
    session.on('pty', (acceptPty) => acceptPty?.());
    session.on('window-change', (acceptChange) => acceptChange?.());
    session.on('env', (acceptEnv) => acceptEnv?.());
    session.on('shell', (acceptShell) => {
      const channel = acceptShell();
      channel.on('data', (bytes: Buffer) => void channel.write(bytes));
      channel.on('end', () => channel.end());
      channel.on('error', () => undefined);
      channel.write('ready-42\r\n$ ');
    });
  });
});
server.listen(Number(port), '127.0.0.1', 4_096, () => process.stdout.write('ready\n'));
