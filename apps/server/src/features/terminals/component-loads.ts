import { text } from '@postern/contract/text';
import { type Context, can, defineTable, integer, listSchema, objectSchema, type Route, type Shape } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import { ownList } from '../../platform/routes/list.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { type Load, loadsSince } from './component-loads.queries.ts';
import { terminal } from './terminal.resource.ts';

/** How busy components were: the highest of each five minutes, for a week (decision 0135). */

export const LOAD_STEP_MS = 5 * 60_000;
export const KEPT_HOURS = 7 * 24;
const HOUR_MS = 3_600_000;
/** Points of a component in one answer, about. */
const POINTS = 200;

export const componentLoads = defineTable({
  name: 'component_loads',
  columns: {
    terminal_id: 'uuid not null',
    /** When the five minutes began. */
    moment: 'timestamptz not null',
    cpu_load: 'double precision not null',
    memory_used: 'double precision not null',
    disk_used: 'double precision not null',
    session_online: 'integer not null',
  },
  constraints: ['primary key (terminal_id, moment)', 'foreign key (terminal_id) references terminals (id) on delete cascade'],
});

const FIGURES = ['cpu_load', 'memory_used', 'disk_used', 'session_online'] as const satisfies readonly (keyof Load)[];

/** Keeps what a component says of itself where it is more than what it has said in these five minutes. */
export async function noteLoad(ctx: Context, terminalId: string, load: Load): Promise<void> {
  const moment = new Date(Math.floor(ctx.clock().getTime() / LOAD_STEP_MS) * LOAD_STEP_MS);
  await ctx.tx
    .insertInto('component_loads')
    .values({ terminal_id: terminalId, moment, ...load })
    .onConflict((clash) =>
      clash
        .columns(['terminal_id', 'moment'])
        .doUpdateSet(({ fn, ref }) =>
          Object.fromEntries(
            FIGURES.map((name) => [name, fn<number>('greatest', [ref(`component_loads.${name}`), ref(`excluded.${name}`)])]),
          ),
        ),
    )
    .execute();
}

/** Seconds between two points: five minutes, or as many of these as keep an answer short. */
export const stepOf = (hours: number): number => Math.ceil((hours * HOUR_MS) / POINTS / LOAD_STEP_MS) * (LOAD_STEP_MS / 1000);

const FIGURE = { type: 'number' } as const;
const loadsShape: Shape = {
  title: text('Load of components over time', '组件负载历史', 'コンポーネントの負荷の推移'),
  fields: {
    id: shown(WORDS.id),
    name: shown(WORDS.name),
    type: shown(WORDS.type),
    step: shown(text('Seconds between two points', '采样间隔（秒）', '間隔（秒）'), 'integer'),
    points: shown(text('Points', '采样点', '測定値'), 'list', {
      answered: listSchema(objectSchema({ at: FIGURE, cpu_load: FIGURE, memory_used: FIGURE, disk_used: FIGURE, session_online: FIGURE })),
    }),
  },
};

/** What components said of themselves in the last hours, by component. Times are Unix seconds; where none was said there is no point. */
export const loadsRoute: Route = ownList({
  path: '/api/v1/terminal/components/loads/',
  name: 'terminal.component.loads',
  who: can('terminal.view_terminal'),
  rows: { of: [terminal] },
  query: { hours: integer({ label: text('Hours', '小时数', '時間数'), default: 24, min: 1, max: KEPT_HOURS }) },
  answer: loadsShape,
  whole: true,
  async items(ctx, { query }) {
    const hours = query.hours ?? 24;
    const step = stepOf(hours);
    const known = await ctx.tx
      .selectFrom('terminals')
      .select(['id', 'name', 'type'])
      .where('date_revoked', 'is', null)
      .orderBy('name')
      .execute();
    const points = await loadsSince(ctx, new Date(ctx.clock().getTime() - hours * HOUR_MS), step);
    return known.flatMap((one) => {
      const own = points.get(one.id);
      return own ? [{ ...one, step, points: own }] : [];
    });
  },
});

export const loadJobs: readonly Job[] = [
  {
    name: 'terminals.forget-loads',
    schedule: '40 * * * *',
    run: async (ctx) =>
      void (await ctx.tx
        .deleteFrom('component_loads')
        .where('moment', '<', new Date(ctx.clock().getTime() - KEPT_HOURS * HOUR_MS))
        .execute()),
  },
];
