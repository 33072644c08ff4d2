import { embeddedDatabaseUrl } from '@postern/testkit/dataset';
import pg from 'pg';

/** Changes what a product keeps as time would: nobody waits for a day. */
export async function stored(dataDir: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
