import { render } from '@postern/contract/text';
import { among, at, type Behaviour, type Context, type Row, type Rows } from '@postern/resource';
import { perRow } from '../../platform/rows.ts';
import { type LineRow, SINCE } from './line.resource.ts';
import { presentOf } from './snapshot.queries.ts';

/** Members that a line names; how many there are it says besides, and the evidence has all. */
const MOST = 200;

/** Who was in the groups that lines are about, by the line. */
export async function memberNames(ctx: Context, lines: readonly LineRow[], most: number): Promise<Map<string, string[]>> {
  const groups = lines.filter(({ side }) => side === 'group');
  const rows = await ctx.tx
    .selectFrom('access_review_members as m')
    .select(['m.review_id', 'm.group_id', 'm.display'])
    .where(
      among(
        at('m')('review_id'),
        groups.map((one) => one.review_id),
      ),
    )
    .where(
      among(
        at('m')('group_id'),
        groups.map((one) => one.subject_id),
      ),
    )
    .orderBy('m.display')
    .execute();
  const names = Map.groupBy(rows, (one) => `${one.review_id} ${one.group_id}`);
  return new Map(
    lines.map((line) => [line.id, (names.get(`${line.review_id} ${line.subject_id}`) ?? []).slice(0, most).map(({ display }) => display)]),
  );
}

export const lineBehaviour = (rows: Rows): Behaviour => ({
  rows,
  computed: {
    members: async (ctx, lines) => memberNames(ctx, lines as readonly Row[] as readonly LineRow[], MOST),
    async since(ctx, lines) {
      const present = await presentOf(
        ctx,
        lines.map(({ id }) => String(id)),
      );
      return perRow(lines, ({ id }) => {
        const value = present.get(String(id)) ?? 'gone';
        return { value, label: render(SINCE[value], ctx.language) };
      });
    },
  },
});
