import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { runServer, serverFolder } from './server-process.ts';

/** PgBouncer as Debian packs it, in front of one database, in transaction mode: a connection of a client is another one of the server's at each transaction. */
export interface Pgbouncer {
  /** The same database and person through the pooler. */
  url: string;
  stop(): Promise<void>;
}

export async function startPgbouncer(databaseUrl: string): Promise<Pgbouncer> {
  const folder = serverFolder('pgbouncer');
  const port = await freePort();
  const { hostname, port: theirs, pathname, username, password } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const file = join(folder.path, 'pgbouncer.ini');
  // Whoever comes is let in as the person of the address: what is tried out is the pooling.
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${theirs} dbname=${name} user=${decodeURIComponent(username)} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
server_reset_query =
`,
    { mode: 0o644 },
  );
  const server = await runServer('/usr/sbin/pgbouncer', [file], port);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  // The server's socket, if it has one, would lead past the pooler.
  url.search = '';
  return {
    url: url.href,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}
