import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount } from '@postern/testkit/factories';

/** A database of this machine, and who it knows. */
export interface DatabaseTarget {
  name: string;
  platform: 'MariaDB' | 'PostgreSQL';
  port: number;
  /** The one that a session begins in. */
  database: string;
  username: string;
  password: string;
}

/** Makes it an asset with its account, through the API. Answers the asset. */
export async function createDatabase(api: Api, { name, platform, port, database, username, password }: DatabaseTarget): Promise<Json> {
  const [kind] = (await clientOf(api).platforms.list({ name: platform, limit: 1 })).results;
  const made = await api.post<Json>(addressOf('databases'), {
    ...{ name, address: '127.0.0.1', platform: { pk: kind?.id }, db_name: database },
    protocols: [{ name: platform.toLowerCase(), port }],
  });
  if (made.status !== 201) throw new Error(`No database: ${made.status} ${JSON.stringify(made.body)}`);
  await createAccount(api, String(made.body.id), { name: username, username, secret: password });
  return made.body;
}
