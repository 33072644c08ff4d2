import { InvalidInput } from '@postern/contract/errors';
import { CronExpressionParser } from 'cron-parser';

const HOUR_MS = 3_600_000;

/** When and how often (contract/accounts.md §5): five cron fields win over hours. */
export interface Schedule {
  is_periodic: boolean;
  crontab: string | null;
  interval: number | null;
}

const cron = (text: string, from: Date, timeZone: string): Date =>
  CronExpressionParser.parse(text, { currentDate: from, tz: timeZone }).next().toDate();

/** @throws InvalidInput on `crontab` unless it has five fields that can be read and ever come true */
export function checkCrontab(text: string): void {
  try {
    if (text.trim().split(/\s+/).length !== 5) throw new Error('five fields');
    cron(text, new Date(), 'UTC');
  } catch {
    throw InvalidInput.on('crontab', 'invalid');
  }
}

/** The next moment of a schedule after another; null when there is none. Times of day are those of the server's zone. */
export function nextRun({ is_periodic, crontab, interval }: Schedule, from: Date, timeZone: string): Date | null {
  if (!is_periodic) return null;
  if (crontab) return cron(crontab, from, timeZone);
  return interval ? new Date(from.getTime() + interval * HOUR_MS) : null;
}

/** As the contract shows it; the words are the reference's form, read by clients. */
export function scheduleText({ is_periodic, crontab, interval }: Schedule): string {
  if (is_periodic && crontab) return `regular ( ${crontab} )`;
  return is_periodic && interval ? `cycle ( ${interval} h )` : '-';
}
