import type { CommandEvents, Connection, Driver, RunningCommand, TargetExit } from '../driver.ts';
import { type Database, type Engine, StatementRefused } from './engine.ts';
import { mysql as mysqlEngine } from './mysql.ts';
import { postgresql as postgresqlEngine } from './postgresql.ts';
import { printer } from './printed-rows.ts';

/** Exit statuses, as of a program: all was done, or the server refused a statement. */
const DONE = 0;
const REFUSED = 1;

/**
 * Statements of SQL as one command without a terminal: its text is the statements, its output their rows, what the server says of them the stream of errors.
 * No way of connecting is offered to people for it; who has a token for the protocol asks by the SSH door.
 */
const sql = (engine: Engine): Driver => ({
  port: engine.port,
  methods: [],
  exec: { plain: (connection, text, events) => run(engine, connection, text, events) },
});

export const postgresql: Driver = sql(postgresqlEngine);
export const mysql: Driver = sql(mysqlEngine);

async function run(engine: Engine, connection: Connection, text: string, events: CommandEvents): Promise<RunningCommand> {
  const database = await engine.open(connection);
  const out = printer(events.onData);
  let over = false;
  let left = false;

  const stop = (): void => void database.cancel().catch(() => undefined);
  function leave(): void {
    if (over || left) return;
    left = true;
    // What nobody waits for any more would go on in the server for as long as it likes.
    stop();
    database.close();
  }
  connection.signal.addEventListener('abort', leave, { once: true });

  function end(exit: TargetExit): void {
    if (over) return;
    over = true;
    connection.signal.removeEventListener('abort', leave);
    out.flush();
    database.close();
    events.onEnd(exit);
  }
  const say = (line: string): void => {
    out.flush();
    events.onError(Buffer.from(`${line}\n`));
  };
  // No event comes before the answer.
  setImmediate(() => {
    if (left) return end({ code: null, signal: null });
    database.run(text, { columns: out.line, row: out.line, note: say }).then(
      () => end({ code: DONE, signal: null }),
      (error: unknown) => {
        if (error instanceof StatementRefused) say(error.message);
        else if (!left && error instanceof Error) say(error.message);
        end(error instanceof StatementRefused ? { code: REFUSED, signal: null } : { code: null, signal: null, lost: !left });
      },
    );
  });
  return carried(database, leave, stop);
}

/** What a person may do with it: stop it. Statements read nothing. */
const carried = ({ pause, resume }: Database, leave: () => void, stop: () => void): RunningCommand => ({
  write: () => undefined,
  writable: () => true,
  end: () => undefined,
  signal: (name) => {
    if (name === 'INT' || name === 'TERM' || name === 'QUIT') stop();
  },
  pause,
  resume,
  close: leave,
});
