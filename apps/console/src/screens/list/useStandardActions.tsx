import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Row, right, titleOf, type Verb } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';

/**
 * Update, delete and clone as every list has them, then the screen's own. The global organisation holds no objects of
 * its own, so update and clone rest there; a missing right disables, it does not hide (docs/behaviour/lists.md#row-actions).
 */
export function useStandardActions<R extends Row>(definition: ListDefinition<R>): readonly RowAction<R>[] {
  const { t } = useTranslation(['screens', 'features']);
  const navigate = useNavigate();
  const { without, inRoot } = useRefusals();
  // The same actions until something they depend on changes, so that rows need not be drawn again.
  return useMemo(() => {
    const { resource, update, updateTo, clone = true, cloneTo, rowActions = [], delete: lasting } = definition;
    const missing = (verb: Verb) => without(right(resource, verb));
    const locked = !definition.global && inRoot;
    const noun = t(`noun:${resource.noun}.one`);
    const actions: RowAction<R>[] = [];
    if (update !== false) {
      actions.push({
        id: 'update',
        label: t('action.update'),
        icon: <Pencil size={14} />,
        refused: (row) => locked || missing('change') || update?.(row),
        run: (row) => navigate(updateTo?.(row) ?? `${resource.path}/${row.id}/update`),
      });
    }
    actions.push(...rowActions);
    if (clone) {
      actions.push({
        id: 'clone',
        label: t('action.clone'),
        icon: <Copy size={14} />,
        refused: () => locked || missing('add'),
        run: (row) => navigate(cloneTo?.(row) ?? `${resource.path}/create?clone_from=${row.id}`),
      });
    }
    if (lasting !== false) {
      actions.push({
        id: 'delete',
        label: t('action.delete'),
        icon: <Trash2 size={14} />,
        danger: true,
        refused: (row) => missing('delete') || lasting?.(row),
        confirm: (row) => ({ title: t('delete.title', { noun, name: titleOf(row) }), text: t('delete.text'), verb: t('action.delete') }),
        run: (row) => collectionAt(resource.url).destroy(row.id),
        done: t('delete.done', { name: noun }),
      });
    }
    return actions;
  }, [definition, without, inRoot, navigate, t]);
}
