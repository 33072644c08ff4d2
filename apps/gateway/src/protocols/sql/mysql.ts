import { setTimeout as wait } from 'node:timers/promises';
import { type Connection as Client, createConnection, type ResultSetHeader, type TypeCastField } from 'mysql2';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type { Connection } from '../driver.ts';
import { boundedLine } from './bounded-line.ts';
import { type Answers, CANCEL_MS, type Database, type Engine, LOGIN_MS, StatementRefused } from './engine.ts';
import { loginRefused, type Place, placeOf, type Tls, unreachable } from './place.ts';

/**
 * The server knows who asks and says no: wrong password or name (1045, 1698), password that must be renewed first (1862), locked (3118 MySQL, 4151 MariaDB).
 */
const REFUSED = new Set([1045, 1698, 1862, 3118, 4151]);

/** An error that the server itself sent. */
function serverError(error: unknown): { errno: number; message: string } | undefined {
  if (!(error instanceof Error) || !('sqlState' in error) || !('errno' in error) || typeof error.errno !== 'number') return undefined;
  return { errno: error.errno, message: error.message };
}

function refusalOf(error: unknown, connection: Connection, place: Place): SessionRefusal {
  const own = serverError(error);
  if (own && REFUSED.has(own.errno)) return loginRefused(connection, error);
  if (own) return new SessionRefusal('protocol_error', { detail: own.message.slice(0, 200) }, error);
  return unreachable(place, error);
}

async function logIn(connection: Connection, place: Place): Promise<{ client: Client; whole(): void; drop(): void }> {
  const line = boundedLine(await connection.machine.dial());
  const { named = false, ...tls }: Partial<Tls> = place.tls ?? {};
  const client = createConnection({
    ...{ host: place.address, port: place.port, user: place.username, password: place.password },
    ...(place.database === '' ? {} : { database: place.database }),
    connectTimeout: connection.machine.patience ?? LOGIN_MS,
    // No file of ours for a server that asks.
    flags: ['-LOCAL_FILES'],
    multipleStatements: true,
    stream: line.stream,
    ...(place.tls ? { ssl: { ...tls, verifyIdentity: named } } : {}),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('error', reject);
      client.once('connect', () => resolve());
    });
  } catch (error) {
    line.stream.destroy();
    throw refusalOf(error, connection, place);
  }
  return { client, whole: line.whole, drop: () => void line.stream.destroy() };
}

async function open(connection: Connection): Promise<Database> {
  const place = placeOf(connection);
  const { client, whole, drop } = await logIn(connection, place);
  // Without a listener an error between two statements would end the process.
  client.on('error', () => undefined);
  return {
    run: (text, answers) => statements(client, { text, answers, whole }),
    pause: () => client.pause(),
    resume: () => client.resume(),
    async cancel() {
      const other = await logIn(connection, place);
      other.client.on('error', () => undefined);
      const asked = new Promise((done) => other.client.query(`kill query ${Number(client.threadId)}`, done));
      await Promise.race([asked, wait(CANCEL_MS, undefined, { ref: false })]);
      other.drop();
    },
    close: drop,
  };
}

interface Work {
  text: string;
  answers: Answers;
  whole(): void;
}

const asText = (field: TypeCastField): string | null => field.string('utf8');

function statements(client: Client, { text, answers, whole }: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    // Of a line that breaks the driver tells the connection, and not the query that waits.
    client.once('error', reject);
    client.once('end', () => reject(new Error('The server closed the connection')));
    /** Of the statement whose rows are coming. */
    let rows: number | undefined;
    const counted = (): void => {
      if (rows !== undefined) answers.note(`${rows} rows`);
      rows = undefined;
    };
    const query = client.query({ sql: text, rowsAsArray: true, typeCast: asText });
    query.on('fields', (fields: readonly { name: string }[] | undefined) => {
      whole();
      counted();
      if (!fields) return;
      rows = 0;
      answers.columns(fields.map(({ name }) => name));
    });
    query.on('result', (row: (string | null)[] | ResultSetHeader) => {
      whole();
      if (Array.isArray(row)) {
        rows = (rows ?? 0) + 1;
        answers.row(row);
        return;
      }
      counted();
      answers.note(`${row.affectedRows} rows affected${row.info ? ` (${row.info})` : ''}`);
    });
    query.on('error', (error: Error) => {
      const own = serverError(error);
      reject(own ? new StatementRefused(`ERROR ${own.errno}: ${own.message}`) : error);
    });
    query.on('end', () => {
      counted();
      resolve();
    });
  });
}

export const mysql: Engine = { port: 3306, open };
