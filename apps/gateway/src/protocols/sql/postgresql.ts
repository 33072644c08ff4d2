import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type { Connection } from '../driver.ts';
import { boundedLine } from './bounded-line.ts';
import { type Answers, CANCEL_MS, type Database, type Engine, LOGIN_MS, StatementRefused } from './engine.ts';
import { loginRefused, type Place, placeOf, type Tls, unreachable } from './place.ts';

/** A stream that is open already, in the shape in which `pg` opens one itself. */
function opened(stream: Duplex): Duplex {
  const nothing = (): Duplex => stream;
  return Object.assign(stream, {
    connect() {
      queueMicrotask(() => stream.emit('connect'));
      return stream;
    },
    setNoDelay: nothing,
    setKeepAlive: nothing,
    ref: nothing,
    unref: nothing,
  });
}

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** SQLSTATE class 28 is a log-in that is refused; what the server says of itself (database, limits) is its own. */
function refusalOf(error: unknown, connection: Connection, place: Place): SessionRefusal {
  const code = codeOf(error);
  if (code.startsWith('28')) return loginRefused(connection, error);
  if (code !== '' && error instanceof Error) return new SessionRefusal('protocol_error', { detail: error.message.slice(0, 200) }, error);
  return unreachable(place, error);
}

/** The parts of a client that its types do not tell. */
interface Inner {
  connection: { stream: Duplex; query(text: string): void; sendCopyFail(why: string): void };
  processID: number | null;
  secretKey: number | null;
}

/** CancelRequest (PostgreSQL protocol 3.0, "Message Formats"). */
function cancelRequest({ processID, secretKey }: Inner): Buffer | undefined {
  if (processID === null || secretKey === null) return undefined;
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(80_877_102, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return request;
}

async function open(connection: Connection): Promise<Database> {
  const place = placeOf(connection);
  const line = boundedLine(await connection.machine.dial());
  const { named = false, ...tls }: Partial<Tls> = place.tls ?? {};
  const client = new pg.Client({
    ...{ host: place.address, port: place.port, user: place.username, password: place.password, database: place.database || 'postgres' },
    ssl: place.tls ? { ...tls, ...(named ? {} : { checkServerIdentity: () => undefined }) } : false,
    application_name: 'postern',
    connectionTimeoutMillis: connection.machine.patience ?? LOGIN_MS,
    stream: () => opened(line.stream) as never,
  });
  // Without a listener an error between two statements would end the process.
  let broken: Error | undefined;
  client.on('error', (error) => {
    broken ??= error;
  });
  try {
    await client.connect();
  } catch (error) {
    line.stream.destroy();
    throw refusalOf(error, connection, place);
  }
  const inner = client as unknown as Inner;
  return {
    run: (text, answers) => statements(client, { text, answers, whole: line.whole, broken: () => broken }),
    // With TLS it is the stream above ours that is read.
    pause: () => void inner.connection.stream.pause(),
    resume: () => void inner.connection.stream.resume(),
    async cancel() {
      const request = cancelRequest(inner);
      if (!request) return;
      const other = await connection.machine.dial();
      other.on('error', () => undefined);
      other.end(request);
      await Promise.race([new Promise((gone) => other.once('close', gone).resume()), wait(CANCEL_MS, undefined, { ref: false })]);
      other.destroy();
    },
    close: () => void line.stream.destroy(),
  };
}

interface Work {
  text: string;
  answers: Answers;
  whole(): void;
  broken(): Error | undefined;
}

/** By the simple protocol: several statements in one text, their rows as they come, values in the server's own words. */
function statements(client: pg.Client, { text, answers, whole, broken }: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('end', () => reject(broken() ?? new Error('The server closed the connection')));
    client.on('notice', ({ severity, message }) => answers.note(`${severity ?? 'NOTICE'}: ${message ?? ''}`));
    client.query({
      submit: ({ query }: Inner['connection']) => query.call((client as unknown as Inner).connection, text),
      handleRowDescription({ fields }: { fields: readonly { name: string }[] }) {
        whole();
        answers.columns(fields.map(({ name }) => name));
      },
      handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
        whole();
        answers.row(fields);
      },
      handleCommandComplete({ text: tag }: { text: string }) {
        whole();
        answers.note(tag);
      },
      handleEmptyQuery: () => undefined,
      handlePortalSuspended: () => undefined,
      // There is nobody to send files.
      handleCopyInResponse: ({ sendCopyFail }: Inner['connection']) =>
        sendCopyFail.call((client as unknown as Inner).connection, 'No input'),
      handleCopyData({ chunk }: { chunk: Buffer }) {
        whole();
        answers.row([chunk.toString('utf8').replace(/\n$/, '')]);
      },
      handleError(error: Error) {
        const code = codeOf(error);
        reject(code === '' ? error : new StatementRefused(`ERROR ${code}: ${error.message}`));
      },
      handleReadyForQuery: () => resolve(),
    } as never);
  });
}

export const postgresql: Engine = { port: 5432, open };
