import { isRecord } from '@postern/contract/wire';
import { type Context, zoned } from '@postern/resource';
import type { Platform } from '../../platform/platform.ts';
import { askElastic, ElasticError } from './elastic.ts';
import { readName } from './elastic-index.ts';
import type { Clause } from './elastic-query.ts';
import type { CommandLog } from './logs.store.ts';

/** What retention removes from a search engine: the same commands that it would remove from the table. */

/** Sessions that are older than the days, and still there: running, or ended later. More of them, and nothing is removed that night. */
const MAX_SESSIONS = 10_000;
const DELETE_LIMIT = 10 * 60_000;

/** Sessions whose commands stay, however old these are. */
export async function keptSessions(ctx: Context, before: Date): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('sessions')
    .select('id')
    .where(({ eb, fn }) => eb(fn.coalesce('date_start', 'date_created'), '<', before))
    .limit(MAX_SESSIONS + 1)
    .execute();
  if (rows.length > MAX_SESSIONS) throw new ElasticError('too many old sessions are kept', 0);
  return rows.map(({ id }) => id);
}

const doomed = (before: Date, kept: readonly string[]): Clause => ({
  bool: {
    filter: [{ range: { timestamp: { lt: Math.floor(before.getTime() / 1_000) } } }],
    must_not: kept.length > 0 ? [{ terms: { session: [...kept] } }] : [],
  },
});

interface Outcome {
  commands: number;
  indexes: number;
}

/** Day at the end of an index's name. */
const dayOf = (index: string): string => /-(\d{4}-\d{2}-\d{2})$/.exec(index)?.[1] ?? '';

/** Takes out what is older, index by index; one of a day of which nothing is left goes as a whole. @throws ElasticError */
export async function cleanLog(
  { outbound, settings }: Pick<Platform, 'outbound' | 'settings'>,
  { place }: CommandLog,
  before: Date,
  kept: readonly string[],
): Promise<Outcome> {
  const { cluster } = place;
  const ask = (request: Parameters<typeof askElastic>[2]) => askElastic(outbound, cluster, { limit: DELETE_LIMIT, ...request });
  const outcome: Outcome = { commands: 0, indexes: 0 };
  const remove = async (index: string) => {
    const answer = await ask({
      method: 'POST',
      path: [index, '_delete_by_query'],
      query: { conflicts: 'proceed', refresh: 'true' },
      body: { query: doomed(before, kept) },
    });
    outcome.commands += isRecord(answer) ? Number(answer.deleted) || 0 : 0;
  };
  if (!place.byDate) {
    await remove(place.index);
    return outcome;
  }
  const { year, month, day } = zoned(before, settings.timeZone);
  const limit = `${year}-${month}-${day}`;
  const found = await ask({ method: 'GET', path: ['_alias', readName(place)] });
  for (const index of Object.keys(isRecord(found) ? found : {}).sort()) {
    // What others put under the alias is theirs.
    if (!index.startsWith(`${place.index}-`) || dayOf(index) === '' || dayOf(index) > limit) continue;
    const count = async (query: object): Promise<number> => {
      const answer = await ask({ method: 'POST', path: [index, '_count'], body: { query } });
      if (!isRecord(answer) || !Number.isSafeInteger(answer.count)) throw new ElasticError('no count', 200);
      return Number(answer.count);
    };
    const stays = await count({ bool: { must_not: [doomed(before, kept)] } });
    if (stays > 0 || dayOf(index) === limit) {
      await remove(index);
      continue;
    }
    outcome.commands += await count({ match_all: {} });
    await ask({ method: 'DELETE', path: [index] });
    outcome.indexes += 1;
  }
  return outcome;
}
