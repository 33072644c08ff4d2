import { readFileSync, writeFileSync } from 'node:fs';
import { freePort } from './ports.ts';
import { inServerFolder, runServer, type ServerProcess } from './server-process.ts';

/** A real Redis server on a loopback port. */
export interface RedisServer {
  port: number;
  /** What its configuration and its file of users hold now. */
  files(): string;
  /** Ends it and starts it again from its files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param lines of its configuration, such as `requirepass …`
 * @param keep where its users are kept: in a file of their own, in the configuration, or nowhere (it has no file at all)
 */
export async function startRedis(lines: readonly string[], keep: 'aclfile' | 'config' | 'nowhere'): Promise<RedisServer> {
  return inServerFolder('redis', async (path, at) => {
    const port = await freePort();
    const usual = [`port ${port}`, 'bind 127.0.0.1', 'save ""', `dir ${path}`];
    const configuration = [...usual, ...(keep === 'aclfile' ? [`aclfile ${at('users.acl')}`] : []), ...lines];
    // The server writes these itself, so they are its own; anybody may, in a folder that only it and the test can enter.
    if (keep !== 'nowhere') writeFileSync(at('redis.conf'), `${configuration.join('\n')}\n`, { mode: 0o666 });
    if (keep === 'aclfile') writeFileSync(at('users.acl'), '', { mode: 0o666 });
    const argv = keep === 'nowhere' ? configuration.flatMap((line) => asArgument(line)) : [at('redis.conf')];
    const start = (): Promise<ServerProcess> => runServer('/usr/bin/redis-server', argv, port);
    let server = await start();
    return {
      port,
      files: () =>
        (keep === 'aclfile' ? ['redis.conf', 'users.acl'] : ['redis.conf']).map((name) => readFileSync(at(name), 'utf8')).join('\n'),
      async restart() {
        await server.stop();
        server = await start();
      },
      stop: () => server.stop(),
    };
  });
}

/** A line of the configuration as arguments of the program. */
const asArgument = (line: string): string[] => {
  const [name = '', ...values] = line.split(' ');
  return [`--${name}`, ...values.map((value) => (value === '""' ? '' : value))];
};
