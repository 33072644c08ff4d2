import type { Database } from '@postern/resource';
import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression } from 'kysely';
import pg from 'pg';
import { createStatementNames, preparingClient } from './prepared.ts';

const INT8 = 20;
const NUMERIC = 1700;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  /** Through a pooler that gives out connections by transaction: nothing that lasts longer, no statement with a name, may be left on one. */
  pooled: boolean;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  url: string;
  /** As `Connection.pooled`. */
  pooled?: boolean;
  /** Shown in pg_stat_activity, e.g. `postern server`. */
  name: string;
  max: number;
  /** Milliseconds a statement may run; 0 for no limit (migrations). */
  statementTimeout?: number;
  /** Idle connections break when the server restarts; the pool makes new ones by itself. */
  onError?: (error: Error) => void;
}

/** A connection that nobody needs for so long is given back to the database, where each costs some MiB. */
const IDLE_MS = 10_000;

/** A pooler refuses connections that begin with settings of their own; there the wait is bounded here, and the operator bounds the role. */
const limits = (statement: number, pooled: boolean): pg.PoolConfig =>
  pooled
    ? { query_timeout: statement }
    : { statement_timeout: statement, idle_in_transaction_session_timeout: statement === 0 ? 0 : 60_000 };

/**
 * Opens a pool; nothing is connected before the first query. Timestamps come as Date, 64-bit integers and numerics as
 * number (counts and sizes stay below 2^53).
 */
export function connect({ url, pooled = false, name, max, statementTimeout = 30_000, onError }: ConnectionOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    ...limits(statementTimeout, pooled),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // Whoever stands between hands a connection to somebody else after each transaction, and the names with it.
    ...(pooled ? {} : { Client: preparingClient(createStatementNames()) }),
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
    pooled,
    close: () => {
      closed ??= db.destroy();
      return closed;
    },
  };
}
