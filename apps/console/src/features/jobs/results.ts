import type { Api } from '@postern/client/api';
import { parseServerDate } from '@postern/ui';
import { csvFile } from '../../model/csv.ts';

/** What came of a run, machine by machine (docs/wire/jobs.md#runs-of-jobs). Pure. */

export type Host = Extract<Awaited<ReturnType<Api['jobExecutions']['hosts']>>, readonly unknown[]>[number];

/** States of a machine in a run, in the order in which people want to see them. */
export const STATUSES = ['failed', 'unreachable', 'timeout', 'unknown', 'stopped', 'excluded', 'ok', 'running', 'waiting'] as const;
export type HostStatus = (typeof STATUSES)[number];
/** Those that are tried again by whoever repeats what did not work. */
const NOT_DONE: readonly HostStatus[] = ['failed', 'unreachable', 'timeout', 'unknown', 'stopped', 'excluded'];
const NOT_OVER: readonly HostStatus[] = ['waiting', 'running'];

export const statusOf = (host: Host): HostStatus => STATUSES.find((one) => one === host.status.value) ?? 'unknown';

export type Counts = Readonly<Partial<Record<HostStatus, number>>>;
export const countOf = (counts: Counts, of: readonly HostStatus[]): number => of.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
export const allOf = (counts: Counts): number => countOf(counts, STATUSES);
export const overOf = (counts: Counts): number => allOf(counts) - countOf(counts, NOT_OVER);
export const notDoneOf = (counts: Counts): number => countOf(counts, NOT_DONE);

/** Sequences by which programs colour and move: CSI, OSC and the like, and other escapes. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Output as text alone: no colours, no cursor that moves, and of a line that was written over, what stood last. */
export const plainText = (output: string): string =>
  output
    .replace(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(CONTROLS, ''))
    .join('\n');

export interface Group {
  key: string;
  status: HostStatus;
  /** What all of them said. */
  output: string;
  exitCode: number | null;
  hosts: readonly Host[];
}

/** Machines that ended alike and said the same, the largest group first. Those that are not over are in none. */
export function groupsOf(hosts: readonly Host[]): Group[] {
  const groups = new Map<string, Group & { hosts: Host[] }>();
  for (const host of hosts) {
    const status = statusOf(host);
    if (NOT_OVER.includes(status)) continue;
    const key = `${status} ${host.exit_code} ${host.output_digest}`;
    const group = groups.get(key) ?? { key, status, output: host.output, exitCode: host.exit_code, hosts: [] };
    group.hosts.push(host);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.hosts.length - a.hosts.length);
}

/** Seconds that a machine took; undefined before its end. */
export function secondsOf({ date_start, date_finished }: Pick<Host, 'date_start' | 'date_finished'>): number | undefined {
  const [from, to] = [parseServerDate(date_start), parseServerDate(date_finished)];
  return from && to && Math.max(0, (to.getTime() - from.getTime()) / 1000);
}

export const hostName = ({ asset }: Host): string => asset.name ?? asset.id;

/** Those in a state (all with none given) whose name, output or reason holds a word. */
export function hostsWith(hosts: readonly Host[], { status, word }: { status: HostStatus | undefined; word: string }): Host[] {
  const looked = word.trim().toLowerCase();
  return hosts.filter(
    (host) =>
      (status === undefined || statusOf(host) === status) &&
      (looked === '' || [hostName(host), host.account, host.reason, host.output].some((text) => text.toLowerCase().includes(looked))),
  );
}

/** The results as a sheet, below these heads. */
export const resultsSheet = (heads: readonly string[], hosts: readonly Host[]): string =>
  csvFile([
    heads,
    ...hosts.map((host) => [
      hostName(host),
      host.status.label,
      host.account,
      host.exit_code === null ? '' : String(host.exit_code),
      String(secondsOf(host) ?? ''),
      host.reason,
      plainText(host.output),
    ]),
  ]);
