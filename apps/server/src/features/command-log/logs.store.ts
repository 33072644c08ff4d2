import { parseUuid } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { secretsIn } from '../../platform/secrets/encrypted-record.ts';
import type { LogPlace } from './elastic-index.ts';

/** Command storages that are search engines, as they are kept (features/storages writes them). */

/** Type of such a storage. */
export const ELASTIC = 'es';

/** What of its `meta` is kept in the open. */
export interface ElasticMeta {
  /** Origins, without credentials. */
  HOSTS: readonly string[];
  INDEX: string;
  INDEX_BY_DATE: boolean;
  DOC_TYPE: string;
  IGNORE_VERIFY_CERTS: boolean;
  /** PEM certificates; empty for the public authorities. */
  CA: string;
}

/** Credentials, `name:password` by origin. */
export type ElasticSecrets = Readonly<Record<string, string>>;

export interface CommandLog {
  id: string;
  name: string;
  place: LogPlace;
}

export const placeOf = (meta: ElasticMeta, secrets: ElasticSecrets): LogPlace => ({
  index: meta.INDEX,
  byDate: meta.INDEX_BY_DATE,
  cluster: {
    hosts: meta.HOSTS.map((origin) => {
      const login = secrets[origin];
      return { origin, ...(login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}) };
    }),
    ...(meta.CA ? { ca: meta.CA } : {}),
  },
});

interface Stored {
  id: string;
  name: string;
  meta: unknown;
  secrets: string | null;
}

export const logOf = (ctx: Context, { id, name, meta, secrets }: Stored): CommandLog => ({
  id,
  name,
  place: placeOf(meta as ElasticMeta, secretsIn(ctx, secrets)),
});

/** All there are, by name. */
export async function commandLogs(ctx: Context): Promise<CommandLog[]> {
  const rows = await ctx.tx
    .selectFrom('command_storages')
    .select(['id', 'name', 'meta', 'secrets'])
    .where('type', '=', ELASTIC)
    .orderBy('name')
    .execute();
  return rows.map((row) => logOf(ctx, row));
}

/**
 * The search engine in which commands of a component's sessions end: the one that it was given.
 * @returns its id; null where they stay with the server
 */
export async function logFor(ctx: Context, terminalId: unknown): Promise<string | null> {
  const found = await ctx.tx
    .selectFrom('terminals as t')
    .innerJoin('command_storages as s', 's.name', 't.command_storage')
    .select('s.id')
    .where('t.id', '=', parseUuid(terminalId) ?? null)
    .where('s.type', '=', ELASTIC)
    .executeTakeFirst();
  return found?.id ?? null;
}
