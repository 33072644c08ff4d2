import { startMariaDb } from '@postern/testkit/mariadb';
import { startPostgresTarget } from '@postern/testkit/postgresql';
import { startSshd } from '@postern/testkit/sshd';
import { startTelnetd } from '@postern/testkit/telnetd';
import { unixPeople } from '@postern/testkit/unix-people';
import mysql from 'mysql2/promise';
import { startEchoServers } from './echo-servers.ts';
import type { EntranceWorld } from './entrance-uses.ts';
import { nativeClient } from './native-client.ts';
import { startWorld } from './world.ts';

const PASSWORD = 'Quiet-7-Harbour';

/** A target of each kind that there are entrances to, and the gateway before them. @param enters as of {@link nativeClient} */
export async function startEntranceWorld(
  enters?: (world: EntranceWorld['world']) => Parameters<typeof nativeClient>[2],
): Promise<EntranceWorld & { stop(): Promise<void> }> {
  const people = unixPeople();
  const person = { username: people.add(PASSWORD), password: PASSWORD };
  const [sshd, world, telnetd, postgres, maria] = await Promise.all([
    startSshd(),
    startWorld(),
    startTelnetd(),
    startPostgresTarget(),
    startMariaDb(),
  ]);
  const keeper = { username: 'keeper', password: PASSWORD };
  const root = await mysql.createConnection({ host: '127.0.0.1', port: maria.port, user: 'root' });
  await root.query(`create user ${keeper.username} identified by ?`, [keeper.password]);
  await root.query('create database shop');
  await root.query(`grant all on shop.* to ${keeper.username}`);
  await root.end();
  const client = nativeClient(world, sshd, enters?.(world));
  const echo = await startEchoServers(client.dir);
  return {
    ...{ world, sshd, telnetd, person, client, echo },
    databases: {
      postgresql: { port: postgres.port, username: postgres.username, password: postgres.password, db_name: 'postgres' },
      mariadb: { port: maria.port, ...keeper, db_name: 'shop' },
    },
    async stop() {
      echo.stop();
      await Promise.all([world, sshd, telnetd, postgres, maria].map((one) => one.stop()));
      client.stop();
      people.removeAll();
    },
  };
}
