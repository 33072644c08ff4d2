import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, type Database, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';

/** Stored sets of ids, named by `spm` in a list URL (docs/wire/conventions.md#chosen-ids). */
const TTL_SECONDS = 300;
const MAX_IDS = 10_000;

export async function storeIdSet(db: Database, userId: string, ids: readonly string[]): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into id_sets (id, user_id, ids, expires_at) values (${id}, ${userId}, ${ids}::text[], now() + make_interval(secs => ${TTL_SECONDS}))`.execute(
    db,
  );
  return id;
}

/** Ids of a set; null for unknown, expired and other people's sets. */
export async function readIdSet(db: Database, userId: string, spm: string): Promise<readonly string[] | null> {
  const id = parseUuid(spm);
  if (!id) return null;
  const { rows } = await sql<{ ids: string[] }>`
    select ids from id_sets where id = ${id} and user_id = ${userId} and expires_at > now()`.execute(db);
  return rows[0]?.ids ?? null;
}

async function cacheResources(ctx: Context, body: unknown): Promise<string> {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).resources : undefined;
  if (given === undefined) throw InvalidInput.on('resources', 'required');
  if (!Array.isArray(given)) throw InvalidInput.on('resources', 'not_a_list');
  if (given.length > MAX_IDS) throw InvalidInput.on('resources', 'too_many', { max: MAX_IDS });
  const ids = given.map((entry: unknown) => {
    if (typeof entry === 'number' && Number.isSafeInteger(entry)) return String(entry);
    if (typeof entry === 'string' && /^[\w-]{1,64}$/.test(entry)) return parseUuid(entry) ?? entry;
    throw InvalidInput.on('resources', 'invalid');
  });
  return storeIdSet(ctx.tx, ctx.actor.id, [...new Set(ids)]);
}

export const idSetRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/common/resources/cache/',
    policy: { allow: 'user' },
    name: 'common.resources.cache',
    handle: async (ctx, request) => ok({ spm: await cacheResources(ctx, request.body) }),
  },
];
