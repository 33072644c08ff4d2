import type { Preferences } from '@postern/contract/preferences';
import type { Language } from '@postern/contract/text';
import { among, at, type Context, defineTable, type Tables } from '@postern/resource';
import { expressionBuilder } from 'kysely';

/** What people chose, by their ids. What is not in it was not chosen. */
export const userPreferences = defineTable({
  name: 'user_preferences',
  columns: {
    user_id: 'uuid primary key references users (id) on delete cascade',
    chosen: 'jsonb not null',
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'user_preferences.chosen': Partial<Preferences>;
  }
}

const NONE: Preferences = {
  language: null,
  theme: null,
  page_size: null,
  palette: null,
  font_family: null,
  font_size: null,
  line_height: null,
  bell: null,
  copy_on_select: null,
  quick_paste: null,
  backspace_as_ctrl_h: null,
  screen_reader: null,
  lazy_tree: null,
};

/** What somebody has chosen, as a value of a statement: null who has chosen nothing. */
export const chosenBy = (userId: string) =>
  expressionBuilder<Tables, never>().selectFrom('user_preferences as p').select('p.chosen').where('p.user_id', '=', userId).$asScalar();

/** All that a person can choose, with null where they have not. */
export const preferencesFrom = (chosen: Partial<Preferences> | null | undefined): Preferences => ({ ...NONE, ...chosen });

/** The same of somebody. */
export async function preferencesOf(ctx: Context, userId: string): Promise<Preferences> {
  const { chosen } = await ctx.tx.selectNoFrom(chosenBy(userId).as('chosen')).executeTakeFirstOrThrow();
  return preferencesFrom(chosen);
}

/** The languages that some people chose; who has not chosen is not in it. */
export async function languagesOf(ctx: Context, userIds: readonly string[]): Promise<ReadonlyMap<string, Language>> {
  const rows = await ctx.tx
    .selectFrom('user_preferences as p')
    .select(['p.user_id', 'p.chosen'])
    .where(among(at('p')('user_id'), userIds))
    .execute();
  return new Map(rows.flatMap(({ user_id, chosen }) => (chosen.language ? [[user_id, chosen.language] as const] : [])));
}

/** Keeps what the acting person has chosen; what is left out stays, and null is given up. */
export async function keepPreferences(ctx: Context, chosen: Partial<Preferences>): Promise<Preferences> {
  const { id } = ctx.actor;
  // Two pages that choose at the same moment must not lose what the other chose: the row is there, and locked, before it is read.
  await ctx.tx
    .insertInto('user_preferences')
    .values({ user_id: id, chosen: '{}' })
    .onConflict((clash) => clash.column('user_id').doNothing())
    .execute();
  const { chosen: before } = await ctx.tx
    .selectFrom('user_preferences as p')
    .select('p.chosen')
    .where('p.user_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = Object.fromEntries(Object.entries({ ...before, ...chosen }).filter(([, value]) => value !== null));
  await ctx.tx
    .updateTable('user_preferences')
    .set({ chosen: JSON.stringify(after) })
    .where('user_id', '=', id)
    .execute();
  return preferencesFrom(after);
}
