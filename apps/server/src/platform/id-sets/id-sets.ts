import { randomUUID } from 'node:crypto';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Database, INTEGER_SCHEMA, objectSchema, ok, Problem, type Route, route, TEXT_SCHEMA } from '@postern/resource';
import { fromNow, now } from '../database/moment.queries.ts';
import { listOf } from '../fields.ts';
import { answerShape } from '../shown.ts';

/** Stored sets of ids, named by `spm` in a list URL (docs/wire/conventions.md#chosen-ids). */
const TTL_SECONDS = 300;
const MAX_IDS = 10_000;

export async function storeIdSet(db: Database, userId: string, ids: readonly string[]): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('id_sets')
    .values({ id, user_id: userId, ids: [...ids], expires_at: fromNow({ seconds: TTL_SECONDS }) })
    .execute();
  return id;
}

/** Ids of a set; null for unknown, expired and other people's sets. */
export async function readIdSet(db: Database, userId: string, spm: string): Promise<readonly string[] | null> {
  const id = parseUuid(spm);
  if (!id) return null;
  const found = await db
    .selectFrom('id_sets')
    .select('ids')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.ids ?? null;
}

function readId(entry: unknown): string {
  if (typeof entry === 'number' && Number.isSafeInteger(entry)) return String(entry);
  if (typeof entry === 'string' && /^[\w-]{1,64}$/.test(entry)) return parseUuid(entry) ?? entry;
  throw new Problem('invalid_uuid', { value: String(entry).slice(0, 64) });
}

export const idSetRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/common/resources/cache/',
    name: 'common.resources.cache',
    answer: answerShape(objectSchema({ spm: TEXT_SCHEMA })),
    who: { allow: 'user' },
    rows: { own: 'ids that they send, which give no right to see anything' },
    // Ids of any resource: numbers, uuids, short names.
    body: {
      resources: listOf(text('Objects', '对象', 'オブジェクト'), readId, {
        max: MAX_IDS,
        required: true,
        entry: { oneOf: [TEXT_SCHEMA, INTEGER_SCHEMA] },
      }),
    },
    handle: async (ctx, { body }) => ok({ spm: await storeIdSet(ctx.tx, ctx.actor.id, body.resources) }),
  }),
];
