import { parseUuid } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { now } from '../../platform/database/moment.queries.ts';
import type { Job } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { cancelRun } from './cancel.ts';

export const TASKS_USAGE = `postern tasks                          list what runs in the background, on all nodes, and what ran lately; tasks --all lists all there is
postern tasks cancel <id>              stop one`;

/** Ended runs that are listed beside those under way. */
const RECENT = 20;
const MOST = 10_000;

const runs = (ctx: Context) =>
  ctx.tx
    .selectFrom('task_runs as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.name', 't.state', 't.is_finished', 't.attempts', 't.worker', 't.done', 't.total'])
    .select(['t.date_published', 't.date_start', 't.date_finished', 't.date_cancelled', 'u.username'])
    .select((eb) => eb('t.lease', '>', now).as('leased'));

type Listed = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number];

/** The state in one word; what the row of a run that its worker left behind does not say by itself. */
function stateOf({ state, is_finished, leased, date_cancelled }: Listed): string {
  if (is_finished) return { SUCCESS: 'succeeded', FAILURE: 'failed', REVOKED: 'cancelled' }[state] ?? state;
  if (date_cancelled) return 'cancelling';
  if (leased) return 'running';
  return state === 'PENDING' ? 'waiting' : 'abandoned';
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units of a time: `2 h 5 min`. */
export function span(milliseconds: number): string {
  let rest = Math.max(0, Math.floor(milliseconds / 1_000));
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.slice(0, 2).join(' ') || '0 s';
}

const progressOf = ({ done, total }: Listed): string => (total === null ? (done > 0 ? String(done) : '-') : `${done}/${total}`);

const TITLES = ['ID', 'TASK', 'STATE', 'PROGRESS', 'AGE', 'TOOK', 'WORKER', 'ASKED BY'];

const cellsOf = (run: Listed, at: Date): string[] => [
  run.id,
  run.name,
  run.attempts > 1 ? `${stateOf(run)} (${run.attempts})` : stateOf(run),
  progressOf(run),
  span(at.getTime() - run.date_published.getTime()),
  run.date_start ? span((run.date_finished ?? at).getTime() - run.date_start.getTime()) : '-',
  run.worker ?? '-',
  run.username ?? '-',
];

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = TITLES.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

async function list(ctx: Context, all: boolean): Promise<string[]> {
  const open = await runs(ctx).where('t.is_finished', '=', false).orderBy('t.date_published').limit(MOST).execute();
  const ended = await runs(ctx)
    .where('t.is_finished', '=', true)
    .orderBy('t.date_published', 'desc')
    .limit(all ? MOST : RECENT)
    .execute();
  const found = [...open, ...ended];
  if (found.length === 0) return ['Nothing runs, and nothing ran.'];
  return table([TITLES, ...found.map((run) => cellsOf(run, ctx.clock()))]);
}

/**
 * The command `postern tasks`: every leased run of the installation, whatever feature it is of.
 * @returns exit code, or undefined for an order that is none
 */
export async function tasksCommand(
  [verb, given]: readonly string[],
  all: boolean,
  { asSystem }: Pick<Platform, 'asSystem'>,
  known: readonly Job[],
  print: (line: string) => void,
): Promise<number | undefined> {
  if (verb === undefined) {
    for (const line of await asSystem('tasks', (ctx) => list(ctx, all))) print(line);
    return 0;
  }
  const id = verb === 'cancel' ? parseUuid(given) : undefined;
  if (!id) return undefined;
  const done = await asSystem('cancel a task', (ctx) => cancelRun(ctx, known, id));
  if (!done) {
    print(`There is no task ${id} that could be stopped.`);
    return 1;
  }
  print(done === 'asked' ? 'Its worker was told to stop.' : 'Cancelled.');
  return 0;
}
