import { toast } from '@postern/ui';
import type { TFunction } from 'i18next';
import { pageOf, storeIds } from '../../data/api.ts';
import { bulkBodies, comparable, portionsOf } from '../../model/bulk-update.ts';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';
import { asSent } from '../form/form-values.ts';
import { offerUndo } from '../form/offer-undo.ts';

/** Rows that are read before they are changed; of more nothing is said beforehand, and nothing is taken back. */
export const MOST_READ = 2_000;

/** Rows of these ids as far as they are there, from whichever pages. */
export const rowsOf = async (url: string, ids: readonly Row['id'][], signal?: AbortSignal): Promise<Row[]> =>
  pageOf(await collectionAt<Row>(url).list({ spm: await storeIds(ids) }, signal ? { signal } : {})).rows;

interface Change {
  url: string;
  ids: readonly Row['id'][];
  /** Field → the value that all rows get. */
  values: Readonly<Record<string, unknown>>;
  /** Metadata of these fields. */
  fields: FieldMap;
  /** What the rows were; without it nothing can be taken back. */
  before: readonly Row[] | undefined;
}

/** Writes the same values to many rows, in requests the server takes. `onPart` is told of each that was written. */
export async function changeMany({ url, ids, values }: Change, onPart?: () => void): Promise<void> {
  for (const body of bulkBodies(ids, values)) {
    await collectionAt(url).partialBulkUpdate(body);
    onPart?.();
  }
}

/** Writes back what rows had that still have what was written to them: nobody else's change is undone. @returns how many */
async function takeBack({ url, ids, values, fields, before }: Change): Promise<number> {
  const names = Object.keys(values);
  const written = Object.fromEntries(Object.entries(fields).filter(([name]) => name in values));
  const was = new Map(before?.map((row) => [row.id, row]));
  const intact = (await rowsOf(url, ids)).filter((row) => names.every((name) => comparable(row[name]) === comparable(values[name])));
  const bodies = intact.flatMap(({ id }) => {
    const old = was.get(id);
    return old ? [{ ...asSent(old, written), id }] : [];
  });
  for (const portion of portionsOf(bodies)) await collectionAt(url).partialBulkUpdate(portion);
  return bodies.length;
}

/** Says what was done, and offers to take it back where it is known what the rows were. */
export function sayChanged(change: Change, done: string, t: TFunction<['lists', 'screens']>, refresh: () => Promise<unknown>): void {
  const { ids, values, before } = change;
  const known = before !== undefined && Object.keys(values).every((name) => before.every((row) => row[name] !== undefined));
  if (!known) {
    toast.success(done);
    return;
  }
  const undo = async () => {
    const count = await takeBack(change);
    toast.success(count === ids.length ? t('bulk.undone', { count }) : t('bulk.undoneSome', { count, all: ids.length }));
  };
  offerUndo(done, t, undo, refresh);
}
