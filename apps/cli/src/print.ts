import { isRecord } from '@postern/contract/wire';
import { type Message, message } from './message.ts';
import { noteWords } from './words.ts';

/** Where a command writes. */
export interface Out {
  /** What was asked for, for programs too. */
  print(what: Message): void;
  /** What is said beside it, to the person alone. */
  note(what: Message): void;
}

/** What others named something may hold what a terminal obeys: none of it reaches one. */
export const plain = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, ' ');

/** A value in one cell: choices by their value, related ones by their name. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.map(cell).join(', ') || '-';
  if (isRecord(value)) return cell(value.username ?? value.name ?? value.value ?? value.id ?? JSON.stringify(value));
  return plain(String(value));
}

/** Rows under the names of their columns, each as wide as its longest value. */
export function table(rows: readonly object[], columns: readonly string[]): string {
  const lines = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => cell((row as Record<string, unknown>)[name]))),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => line.map((text, at) => (at === columns.length - 1 ? text : text.padEnd(widths[at] ?? 0))).join('  '))
    .join('\n');
}

export const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Rows as they were asked for. */
export function printRows(out: Out, rows: readonly object[], columns: readonly string[], json: boolean): void {
  if (json) out.print(asJson(rows));
  else if (rows.length > 0) out.print(table(rows, columns));
  else out.note(message(noteWords.nothing));
}

/** One object, a line for each field that has a value. */
export function printOne(out: Out, row: object, json: boolean): void {
  if (json) {
    out.print(asJson(row));
    return;
  }
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
  const width = Math.max(...filled.map(([name]) => name.length), 0);
  out.print(filled.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join('\n'));
}
