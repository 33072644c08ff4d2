import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import { collectionAt } from '../../session/http.ts';
import { asSent } from './form-values.ts';
import { offerUndo } from './offer-undo.ts';

/** One object that was changed. */
export interface OneChange {
  url: string;
  id: Row['id'];
  /** What it was, as the server gave it, and what it became. */
  before: Values;
  after: Values;
  /** Metadata of the fields that were written. */
  fields: FieldMap;
  /** Sent with every write of it. */
  also?: object | undefined;
}

/** Those of the fields in which the two differ, compared as they would be sent. */
function changedFields({ before, after, fields }: Pick<OneChange, 'before' | 'after' | 'fields'>): FieldMap {
  const form = (object: Values, only: FieldMap) => JSON.stringify(asSent(object, only));
  return Object.fromEntries(
    Object.entries(fields).filter(([name, info]) => form(before, { [name]: info }) !== form(after, { [name]: info })),
  );
}

/** Writes back what it had, unless somebody has changed that since. @returns whether it did */
async function takeBack({ url, id, before, after, fields, also }: OneChange): Promise<boolean> {
  const rows = collectionAt<Values>(url);
  const now = await rows.retrieve(id, {});
  if (Object.keys(changedFields({ before: after, after: now, fields })).length > 0) return false;
  await rows.partialUpdate(id, { ...also, ...asSent(before, fields) });
  return true;
}

/**
 * Says that one object was changed, and offers to take that back for ten seconds (docs/behaviour/forms.md#taking-back). A secret cannot be,
 * since nobody can read what it was, nor what the server does not tell of the object.
 */
export function useTakeBack() {
  const { t } = useTranslation(['lists', 'screens']);
  const queries = useQueryClient();
  return (change: OneChange, done: string, link?: Parameters<typeof toast.undoable>[2]): void => {
    const fields = changedFields(change);
    const names = Object.keys(fields);
    const secret = Object.values(change.fields).some((info) => info.write_only);
    const known = names.length > 0 && names.every((name) => change.before[name] !== undefined && change.after[name] !== undefined);
    if (secret || !known) {
      toast.success(done, link);
      return;
    }
    offerUndo(
      done,
      t,
      async () => {
        if (await takeBack({ ...change, fields })) toast.success(t('bulk.undone', { count: 1 }));
        else toast.info(t('takeBack.changed'));
      },
      () => queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'list' || kind === 'detail' || kind === 'options' }),
      link,
    );
  };
}
