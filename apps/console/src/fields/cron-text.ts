import { CronExpressionParser } from 'cron-parser';

/** The five parts of an expression, in the order they are written (docs/behaviour/forms.md#schedules). */
export const CRON_PARTS = ['minute', 'hour', 'day', 'month', 'week'] as const;
export type CronPart = (typeof CRON_PARTS)[number];

/** Least and greatest number of each part; weeks start on Monday. */
export const CRON_RANGE: Readonly<Record<CronPart, readonly [number, number]>> = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  week: [1, 7],
};

/** What Reset puts back. */
export const CRON_START = '0 0 * * *';

/** How one part is said: any, a span, a step from a start on, or a list; what is none of these stays text. */
export type CronChoice =
  | { kind: 'any' }
  | { kind: 'span'; from: number; to: number }
  | { kind: 'step'; from: number; step: number }
  | { kind: 'list'; values: readonly number[] }
  | { kind: 'text'; text: string };

export function readPart(text: string, part: CronPart): CronChoice {
  const [least] = CRON_RANGE[part];
  if (text === '*') return { kind: 'any' };
  const span = /^(\d+)-(\d+)$/.exec(text);
  if (span) return { kind: 'span', from: Number(span[1]), to: Number(span[2]) };
  const step = /^(\*|\d+)\/(\d+)$/.exec(text);
  if (step && part !== 'week') return { kind: 'step', from: step[1] === '*' ? least : Number(step[1]), step: Number(step[2]) };
  if (/^\d+(,\d+)*$/.test(text)) return { kind: 'list', values: text.split(',').map(Number) };
  return { kind: 'text', text };
}

export function writePart(choice: CronChoice, part: CronPart): string {
  const [least] = CRON_RANGE[part];
  switch (choice.kind) {
    case 'any':
      return '*';
    case 'span':
      return `${choice.from}-${choice.to}`;
    case 'step':
      return `${choice.from === least ? '*' : choice.from}/${choice.step}`;
    case 'list':
      return choice.values.length === 0 ? '*' : [...choice.values].sort((a, b) => a - b).join(',');
    case 'text':
      return choice.text;
  }
}

/** The five parts of a text; what is missing counts as any. */
export function splitCron(text: string): string[] {
  const parts = text.trim() === '' ? CRON_START.split(' ') : text.trim().split(/\s+/);
  return CRON_PARTS.map((_, at) => parts[at] ?? '*');
}

/** Runs that are told of a schedule. */
export const RUNS_SHOWN = 5;

/** The next times an expression is due; undefined when it is no expression or never due. @param zone of its times of day, the browser's unless given */
export function nextRuns(text: string, count: number, from: Date = new Date(), zone?: string): Date[] | undefined {
  const parts = text.trim().split(/\s+/);
  // The library also reads seconds, names and nicknames; five parts of digits and `- * , /` are what the scheduler takes.
  if (parts.length !== CRON_PARTS.length || parts.some((part) => !/^[\d\-*,/]+$/.test(part))) return undefined;
  try {
    const due = CronExpressionParser.parse(parts.join(' '), { currentDate: from, ...(zone ? { tz: zone } : {}) });
    return Array.from({ length: count }, () => due.next().toDate());
  } catch {
    return undefined;
  }
}

const HOUR_MS = 3_600_000;
/** As the server counts them (docs/wire/automations.md#schedules). */
const MOST_HOURS = 65_535;

/** The next runs of what runs every so many hours; undefined for what is no such number. */
export function everyHours(hours: unknown, count: number, from: Date = new Date()): Date[] | undefined {
  if (typeof hours !== 'number' || !Number.isInteger(hours) || hours < 1 || hours > MOST_HOURS) return undefined;
  return Array.from({ length: count }, (_, at) => new Date(from.getTime() + (at + 1) * hours * HOUR_MS));
}

export const isCron = (text: string): boolean => nextRuns(text, 1) !== undefined;
