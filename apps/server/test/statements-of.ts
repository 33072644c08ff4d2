import pg from 'pg';

/** What the server asks PostgreSQL meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    asked.push(typeof first === 'string' ? first : String((first as { text?: string }).text));
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked;
}

/** The same of the shortest of three runs, which is free of the server's own housekeeping. */
export async function shortestOf(work: () => Promise<unknown>): Promise<string[]> {
  const runs: string[][] = [];
  for (let run = 0; run < 3; run += 1) runs.push(await statementsOf(work));
  return runs.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
