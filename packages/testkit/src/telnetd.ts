import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';

/** A real telnetd (GNU inetutils) on a loopback port, which asks the system's `login`. Needs root, as that does. */
export interface Telnetd {
  port: number;
  stop(): Promise<void>;
}

/** telnetd serves one connection that somebody else accepted: its standard streams are the socket itself, as inetd hands it over. */
export async function startTelnetd(): Promise<Telnetd> {
  const running = new Set<ChildProcess>();
  const server = createServer({ pauseOnConnect: true }, (socket: Socket) => {
    const child = spawn('/usr/sbin/telnetd', [], { stdio: [socket, socket, 'ignore'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    // Only our copy of it.
    child.once('spawn', () => socket.destroy());
    child.once('error', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      const gone = [...running].map((child) => new Promise((done) => child.once('exit', done)));
      for (const child of running) child.kill('SIGTERM');
      await Promise.all(gone);
      await new Promise((done) => server.close(done));
    },
  };
}
