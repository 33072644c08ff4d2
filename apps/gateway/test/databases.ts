import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startMariaDb } from '@postern/testkit/mariadb';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { startPostgresTarget } from '@postern/testkit/postgresql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { beforeAll } from 'vitest';
import { grantFor } from './world.ts';

/** The kinds of database whose statements go through the SSH door. */
export const KINDS = ['postgresql', 'mariadb'] as const;
export type Kind = (typeof KINDS)[number];

const MARIA = { username: 'keeper', password: 'Keeper-secret-1' };
const choice = (value: string) => ({ value, label: value });

export type GrantChange = Partial<ConnectionSecret> & { spec?: object; secrets?: object };

/** A real PostgreSQL and a real MariaDB for the tests of a file, with an account that may do all. */
export function databases() {
  const certificate = ownCertificate();
  const postgres = forThisFile(
    () => startPostgresTarget(certificate),
    (it) => it.stop(),
  );
  const maria = forThisFile(startMariaDb, (it) => it.stop());
  beforeAll(async () => {
    const root = await mysql.createConnection({ host: '127.0.0.1', port: maria.port, user: 'root' });
    await root.query('create user keeper identified by ?', [MARIA.password]);
    await root.query('grant all on *.* to keeper');
    await root.query('create database shop');
    await root.end();
  });

  return {
    certificate,

    /** What lets somebody in to one of them. `spec` and `secrets` are of its asset. */
    grantTo(kind: Kind, { spec = {}, secrets = {}, ...change }: GrantChange = {}): ConnectionSecret {
      const port = kind === 'postgresql' ? postgres.port : maria.port;
      const { username, password } = kind === 'postgresql' ? postgres : MARIA;
      const base = grantFor({ port, user: username, privateKey: '' } as never);
      return {
        ...base,
        protocol: kind,
        asset: {
          ...base.asset,
          ...{ name: 'db-1', category: 'database', type: kind, protocols: [{ name: kind, port }] },
          spec_info: { db_name: kind === 'postgresql' ? 'postgres' : 'shop', use_ssl: false, allow_invalid_cert: false, ...spec },
          secret_info: { ca_cert: '', client_cert: '', client_key: '', ...secrets },
        },
        account: { ...base.account, secret_type: choice('password'), secret: password },
        platform: { ...base.platform, category: choice('database'), type: choice(kind) },
        host_keys: [],
        ...change,
      } as ConnectionSecret;
    },

    /** Statements of others that the server has in hand and that hold a mark. */
    async running(kind: Kind, mark: string): Promise<number> {
      if (kind === 'postgresql') {
        const { port, username: user, password } = postgres;
        const own = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
        await own.connect();
        const { rows } = await own.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`,
          [`%${mark}%`],
        );
        await own.end();
        return rows[0]?.n ?? 0;
      }
      const own = await mysql.createConnection({ host: '127.0.0.1', port: maria.port, user: MARIA.username, password: MARIA.password });
      const [rows] = await own.query<mysql.RowDataPacket[]>(
        'select count(*) as n from information_schema.processlist where info like ? and id <> connection_id()',
        [`%${mark}%`],
      );
      await own.end();
      return Number(rows[0]?.n ?? 0);
    },
  };
}

/** A statement that takes ten minutes, and can be found by its mark. */
export const lasting = (kind: Kind, mark: string): string => `select ${kind === 'postgresql' ? 'pg_sleep' : 'sleep'}(600), '${mark}'`;

/** A rule about what is asked of a database. */
export const ruleOf = (action: 'reject' | 'review' | 'warning', pattern: string, type = 'regex'): Partial<ConnectionSecret> => ({
  command_filter_acls: [
    {
      ...{ id: '44444444-4444-4444-8444-444444444444', name: 'no drops', action, priority: 50, is_active: true, reviewers: [] },
      command_groups: [{ id: '55555555-5555-4555-8555-555555555555', name: 'g', type, content: '', ignore_case: true, pattern }],
    },
  ],
});
