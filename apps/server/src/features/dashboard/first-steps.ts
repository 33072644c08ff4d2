import { FIRST_STEPS, type FirstStep } from '@postern/contract/first-steps';
import { text as words } from '@postern/contract/text';
import {
  at,
  boolean,
  type Context,
  can,
  defineTable,
  FLAG_SCHEMA,
  inOrg,
  listSchema,
  objectSchema,
  type Route,
  type Schema,
} from '@postern/resource';
import { form } from '../../platform/routes/form.ts';
import { answerShape } from '../../platform/shown.ts';
import { asset } from '../assets/index.ts';
import { operateLog, operateRows } from '../audits/index.ts';
import { assetPermission, permissionRows } from '../permissions/index.ts';
import { session, sessionRows } from '../sessions/index.ts';

/** Who does not want to be told the first steps any more, and where. */
export const firstStepsAway = defineTable({
  name: 'first_steps_away',
  columns: { user_id: 'uuid not null references users (id) on delete cascade', org_id: 'uuid not null' },
  constraints: ['primary key (user_id, org_id)'],
});

/** For so long a step that is done counts as just done: whoever did the last one sees that all are. */
const FRESH_MS = 86_400_000;

/** A grant to a group, or to somebody else than whoever made it. Rows keep their makers as the first characters of their names. */
const lettingIn = (ctx: Context) =>
  ctx.tx
    .selectFrom('asset_permissions as p')
    .where(permissionRows(ctx, 'p'))
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('asset_permission_groups as g').select('g.permission_id').whereRef('g.permission_id', '=', 'p.id')),
        exists(
          selectFrom('asset_permission_users as m')
            .innerJoin('users as u', 'u.id', 'm.user_id')
            .select('m.permission_id')
            .whereRef('m.permission_id', '=', 'p.id')
            .where((on) => on(on.fn<string>('left', ['u.name', on.val(30)]), '<>', on.ref('p.created_by'))),
        ),
      ]),
    )
    .select('p.date_created as first')
    .orderBy('p.date_created')
    .limit(1)
    .executeTakeFirst();

/** The first session that somebody had. The index ends with those that never began. */
const having = (ctx: Context) =>
  ctx.tx
    .selectFrom('sessions as s')
    .where(sessionRows(ctx, 's'))
    .where('s.date_start', 'is not', null)
    .select('s.date_start as first')
    .orderBy('s.date_start', (by) => by.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst();

/** The first time that somebody looked at a session, as it ran or later (`sessions/viewed.ts`). */
const watching = (ctx: Context) =>
  ctx.tx
    .selectFrom('operate_logs as o')
    .where(operateRows(ctx, 'o'))
    .where('o.action', '=', 'view')
    .where('o.resource_type', '=', session.name)
    .select('o.datetime as first')
    .orderBy('o.datetime')
    .limit(1)
    .executeTakeFirst();

const adding = (ctx: Context) =>
  ctx.tx
    .selectFrom('assets as a')
    .where(inOrg(ctx, at('a')))
    .select('a.id')
    .limit(1)
    .executeTakeFirst();

/** What of the first steps is done, as it shows in what there is, and whether whoever asks has put them away. */
async function stepsOf(ctx: Context) {
  const [machine, person, opened, watched, away] = await Promise.all([
    adding(ctx),
    lettingIn(ctx),
    having(ctx),
    watching(ctx),
    ctx.tx
      .selectFrom('first_steps_away as f')
      .select('f.user_id')
      .where('f.user_id', '=', ctx.actor.id)
      .where(inOrg(ctx, at('f')))
      .executeTakeFirst(),
  ]);
  const old = ctx.clock().getTime() - FRESH_MS;
  const since = (one: { first: Date | null } | undefined) => ({ done: !!one?.first, settled: !!one?.first && one.first.getTime() < old });
  const states: Record<FirstStep, { done: boolean; settled: boolean }> = {
    machine: { done: !!machine, settled: !!machine },
    person: since(person),
    session: since(opened),
    watch: since(watched),
  };
  return { steps: FIRST_STEPS.map((name) => ({ name, ...states[name] })), put_away: away !== undefined };
}

async function putAway(ctx: Context, away: boolean): Promise<void> {
  if (away)
    await ctx.tx
      .insertInto('first_steps_away')
      .values({ user_id: ctx.actor.id, org_id: ctx.org.id })
      .onConflict((clash) => clash.doNothing())
      .execute();
  else
    await ctx.tx
      .deleteFrom('first_steps_away as f')
      .where('f.user_id', '=', ctx.actor.id)
      .where(inOrg(ctx, at('f')))
      .execute();
}

const ANSWER: Schema = objectSchema({
  steps: listSchema(objectSchema({ name: { enum: [...FIRST_STEPS] }, done: FLAG_SCHEMA, settled: FLAG_SCHEMA })),
  put_away: FLAG_SCHEMA,
});

/** The first steps in an organisation (docs/wire/audits.md#first-steps); whether they are put away is everybody's own. */
export const firstStepsRoutes: readonly Route[] = form({
  path: '/api/v1/index/first-steps/',
  who: can('rbac.view_console'),
  rows: { of: [asset, assetPermission, session, operateLog] },
  read: { name: 'dashboard.firstSteps.retrieve', answer: answerShape(ANSWER), show: stepsOf },
  write: {
    patch: 'dashboard.firstSteps.patch',
    body: { put_away: boolean({ label: words('Put away', '收起', 'しまう'), required: true }) },
    answer: answerShape(ANSWER),
    async take(ctx, { body }) {
      await putAway(ctx, body.put_away);
      return stepsOf(ctx);
    },
  },
});
