import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import {
  type Behaviour,
  boolean,
  type Context,
  computed,
  type Field,
  integer,
  type ResourceDefinition,
  type Row,
  text,
  type Write,
} from '@postern/resource';
import { CronExpressionParser } from 'cron-parser';

const HOUR_MS = 3_600_000;
/** Our longest interval: an hour counter of the wire, 1..65535. */
const MAX_HOURS = 65_535;

/** Fields of whatever runs by the clock (docs/wire/automations.md#schedules). `periodic_display` is `scheduleTexts` of the rows. */
export const scheduleFields = () =>
  ({
    is_periodic: boolean({ label: words('Run periodically', '定期执行', '定期実行'), default: true }),
    crontab: text({
      label: words('Crontab', 'Crontab 表达式', 'Crontab 式'),
      help: words('Five fields; wins over the interval.', '五个字段；优先于间隔。', '5 つの項目。間隔より優先されます。'),
      nullable: true,
      blank: true,
      order: false,
    }),
    interval: integer({
      label: words('Interval (hours)', '间隔（小时）', '間隔（時間）'),
      nullable: true,
      default: 24,
      min: 1,
      max: MAX_HOURS,
    }),
    periodic_display: computed({ label: words('Schedule', '执行周期', 'スケジュール'), type: 'string' }),
  }) satisfies Record<string, Field>;

/** Columns of whatever runs by the clock: when that starts it next, null when it does not, and in whose zone the times of day of its schedule are. */
export const PLANNED = { date_next_run: 'timestamptz', schedule_zone: 'text' } as const;

/** What plans are beside their fields. */
export const PLAN = {
  scope: 'org',
  base: ['created_by', 'date_created', 'date_updated'],
  order: 'name',
  mini: ['id', 'name'],
  columns: PLANNED,
  indexes: ['date_next_run'],
} as const satisfies Partial<ResourceDefinition>;

/** When and how often: five cron fields win over hours. */
export interface Schedule {
  is_periodic: boolean;
  crontab: string | null;
  interval: number | null;
}

const cron = (expression: string, from: Date, timeZone: string): Date =>
  CronExpressionParser.parse(expression, { currentDate: from, tz: timeZone }).next().toDate();

/** Whether it has five fields that can be read and ever come true. */
export function isCrontab(expression: string): boolean {
  try {
    cron(expression, new Date(), 'UTC');
    return expression.trim().split(/\s+/).length === 5;
  } catch {
    return false;
  }
}

/** The schedule of a stored row. */
export const scheduleOf = (row: Row): Schedule => ({
  is_periodic: row.is_periodic === true,
  crontab: typeof row.crontab === 'string' && row.crontab !== '' ? row.crontab : null,
  interval: typeof row.interval === 'number' ? row.interval : null,
});

/**
 * A periodic one has to say how often in the same request: the default of the interval does not count.
 * @throws InvalidInput
 */
export function checkSchedule({ values, body, partial }: Write): void {
  if (typeof values.crontab === 'string' && values.crontab !== '' && !isCrontab(values.crontab))
    throw InvalidInput.on('crontab', 'invalid_crontab');
  const says = (name: string): boolean => body[name] !== undefined && body[name] !== null && body[name] !== '';
  if (values.is_periodic === true && (!partial || body.is_periodic !== undefined) && !says('crontab') && !says('interval'))
    throw InvalidInput.on('is_periodic', 'required');
}

/**
 * Writes down when a plan runs next. Times of day are those of whoever says when, in this run and in every later one; what is changed beside the schedule
 * leaves it, and the moment, as they are.
 * @param next the row as it will be
 */
export function planNext(ctx: Context, { values, before }: Pick<Write, 'values' | 'before'>, next: Row): void {
  const [was, is] = [before ? scheduleOf(before) : undefined, scheduleOf(next)];
  if (was && was.is_periodic === is.is_periodic && was.crontab === is.crontab && was.interval === is.interval) return;
  values.schedule_zone = ctx.timeZone;
  values.date_next_run = nextRun(is, ctx.clock(), ctx.timeZone);
}

/** The next moment of a schedule after another; null when there is none. */
export function nextRun({ is_periodic, crontab, interval }: Schedule, from: Date, timeZone: string): Date | null {
  if (!is_periodic) return null;
  if (crontab) return cron(crontab, from, timeZone);
  return interval ? new Date(from.getTime() + interval * HOUR_MS) : null;
}

/** On the wire in these words, which clients read. */
export function scheduleText({ is_periodic, crontab, interval }: Schedule): string {
  if (is_periodic && crontab) return `regular ( ${crontab} )`;
  return is_periodic && interval ? `cycle ( ${interval} h )` : '-';
}

/** What is computed of plans; `count` finds the numbers of their runs. */
export const planFacts = (
  count: (ctx: Context, ids: readonly string[]) => ReturnType<Parameters<typeof countsOf>[1]>,
): NonNullable<Behaviour['computed']> => ({
  periodic_display: scheduleTexts,
  executed_amount: (ctx, rows) => countsOf(rows, (ids) => count(ctx, ids)),
});

/** `periodic_display` of rows that have the fields of a schedule. */
export const scheduleTexts = async (_ctx: Context, rows: readonly Row[]): Promise<Map<string, string>> =>
  new Map(rows.map((row) => [String(row.id), scheduleText(scheduleOf(row))]));

/** Numbers of the lines of another table that belong to each row, as `count` finds them for those that have any. */
export async function countsOf(
  rows: readonly Row[],
  count: (ids: readonly string[]) => Promise<readonly { id: string | null; n: number }[]>,
): Promise<Map<string, number>> {
  const ids = rows.map((row) => String(row.id));
  const counts = new Map((await count(ids)).map(({ id, n }) => [id, n]));
  return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
}
