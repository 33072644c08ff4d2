import type { Database } from '@postern/resource';
import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression } from 'kysely';
import pg from 'pg';
import { createStatementNames, preparingClient } from './prepared.ts';

const INT8 = 20;
const NUMERIC = 1700;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  url: string;
  /** Shown in pg_stat_activity, e.g. `postern server`. */
  name: string;
  max: number;
  /** Milliseconds a statement may run; 0 for no limit (migrations). */
  statementTimeout?: number;
  /** Idle connections break when the server restarts; the pool makes new ones by itself. */
  onError?: (error: Error) => void;
}

/**
 * Opens a pool; nothing is connected before the first query. Timestamps come as Date, 64-bit integers and numerics as
 * number (counts and sizes stay below 2^53).
 */
export function connect({ url, name, max, statementTimeout = 30_000, onError }: ConnectionOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout === 0 ? 0 : 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    Client: preparingClient(createStatementNames()),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        format !== 'binary' && (oid === INT8 || oid === NUMERIC) ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  pool.on('error', (error) => onError?.(error));
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    // `in ()` is an error of syntax: a list of nothing holds nothing.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      closed ??= db.destroy();
      return closed;
    },
  };
}
