import { fieldMessage } from '@postern/client/http';
import type { ImportRow, ImportRun } from './import-run.ts';

const withoutMark = (label: string): string => label.replace(/^\*/, '');

/** What is wrong with a row, a line each, with the column's label before it. */
export function problemLines(errors: ImportRow['errors'], title: ImportRun['title']): string[] {
  return Object.entries(errors ?? {}).map(([field, value]) => {
    const text = fieldMessage(value as Parameters<typeof fieldMessage>[0]);
    const label = title.find(([, name]) => name === field)?.[0];
    if (label) return `${withoutMark(label)}: ${text}`;
    return field === 'non_field_errors' || field === 'detail' ? text : `${field}: ${text}`;
  });
}

export const columnLabel = withoutMark;
