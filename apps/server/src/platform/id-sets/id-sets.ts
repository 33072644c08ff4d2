import { randomUUID } from 'node:crypto';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Database, type Field, json, ok, Problem, type Route, route } from '@postern/resource';
import { fromNow, now } from '../database/moment.queries.ts';

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
  throw new Problem('invalid');
}

/** Ids of any resource: numbers, uuids, short names. More of them than other lists take. */
function idsField(): Field<string[], 'always'> {
  const { kind, options } = json({ label: text('Objects', '对象', 'オブジェクト'), required: true });
  const parse = (input: unknown): string[] => {
    if (!Array.isArray(input)) throw new Problem('not_a_list');
    if (input.length > MAX_IDS) throw new Problem('too_many', { max: MAX_IDS });
    return [...new Set(input.map(readId))];
  };
  return { options, kind: { ...kind, type: 'list', parse } };
}

export const idSetRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/common/resources/cache/',
    name: 'common.resources.cache',
    who: { allow: 'user' },
    rows: { own: 'ids that they send, which give no right to see anything' },
    body: { resources: idsField() },
    handle: async (ctx, { body }) => ok({ spm: await storeIdSet(ctx.tx, ctx.actor.id, body.resources) }),
  }),
];
