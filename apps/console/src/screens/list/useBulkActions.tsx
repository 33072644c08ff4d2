import { CircleCheck, CircleSlash, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { type FieldMap, writableFields } from '../../model/metadata.ts';
import { type Row, right } from '../../model/resource.ts';
import { useOrg } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import type { BulkAction, ListDefinition } from './list-definition.ts';
import { changeMany, MOST_READ, rowsOf, sayChanged } from './many-rows.ts';
import type { ResourceListModel } from './useResourceList.ts';

/**
 * What can be done with the ticked rows: the screen's own actions, then update, activate and disable where the metadata lets
 * them be written, and delete. Of two with one id the first wins, so a screen can put its own in the place of ours
 * (docs/behaviour/lists.md#bulk-actions).
 */
export function useBulkActions<R extends Row>(definition: ListDefinition<R>, list: ResourceListModel<R>, nouns: string) {
  const { t } = useTranslation(['lists', 'screens']);
  const { without } = useRefusals();
  const { isRoot } = useOrg();
  const runAction = useRunAction();
  const [updating, setUpdating] = useState<FieldMap>();
  const { resource, bulkUpdate = [], bulkActions: own = [] } = definition;
  const count = list.selected.length;

  const writable = writableFields(list.metadata, 'PATCH') ?? {};
  const offered = bulkUpdate.flatMap((name) => (writable[name] ? [[name, writable[name]] as const] : []));
  const switching = (on: boolean) => ({
    refused: without(right(resource, 'change')),
    run: async (ids: readonly R['id'][]) => {
      const before = ids.length <= MOST_READ ? await rowsOf(list.url, ids).catch(() => undefined) : undefined;
      const change = { url: list.url, ids, values: { is_active: on }, fields: writable, before };
      await changeMany(change);
      sayChanged(change, t(on ? 'bulk.activated' : 'bulk.disabled', { count: ids.length }), t, list.refresh);
    },
  });
  const canSwitch = writable.is_active !== undefined && definition.update !== false;

  const actions: BulkAction<R>[] = own.filter((action) => action.shown ?? true);
  if (canSwitch) {
    actions.push(
      {
        ...switching(true),
        id: 'activate',
        label: t('bulk.activate'),
        icon: <CircleCheck size={14} />,
      },
      {
        ...switching(false),
        id: 'disable',
        label: t('bulk.disable'),
        icon: <CircleSlash size={14} />,
        ...(definition.confirmDisable ? { confirm: definition.confirmDisable } : {}),
      },
    );
  }
  if (offered.length > 0 && (!isRoot || definition.global === true)) {
    actions.push({
      id: 'update',
      label: t('bulk.update'),
      icon: <Pencil size={14} />,
      refused: without(right(resource, 'change')),
      run: () => setUpdating(Object.fromEntries(offered)),
    });
  }
  if (definition.bulkDelete !== false && definition.delete !== false) {
    actions.push({
      id: 'delete',
      label: t('screens:list.deleteSelected'),
      icon: <Trash2 size={14} />,
      danger: true,
      refused: without(right(resource, 'delete')),
      confirm: (many) => ({
        title: t('screens:delete.manyTitle', { count: many, nouns }),
        text: t('screens:delete.text'),
        verb: t('screens:delete.many', { count: many }),
      }),
      run: list.deleteSelected,
      done: t('screens:delete.done', { name: nouns }),
    });
  }
  // Of a list whose rows cannot be ticked nothing can be done with the ticked ones.
  const possible = definition.selectable === false ? [] : actions;
  const unique = possible.filter((action, index) => possible.findIndex((other) => other.id === action.id) === index);

  const run = async (id: string) => {
    const action = unique.find((candidate) => candidate.id === id);
    if (!action) return;
    const question = action.confirm?.(count);
    const ran = await runAction((reason) => action.run(list.selected, reason), {
      question: question && { ...question, danger: action.danger },
      done: action.done,
    });
    // The dialog of the update goes on from here and loads the list again itself.
    if (ran && action.id !== 'update') await (action.id === 'delete' ? list.afterRemoval(count) : list.refresh());
  };
  return { actions: unique, run, updating, closeUpdate: () => setUpdating(undefined) };
}
export type BulkActions<R extends Row> = ReturnType<typeof useBulkActions<R>>;
