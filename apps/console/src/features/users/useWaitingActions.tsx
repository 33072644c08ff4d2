import { UserCheck, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { storeIds } from '../../data/api.ts';
import { titleOf } from '../../model/resource.ts';
import type { BulkAction, RowAction } from '../../screens/list/list-definition.ts';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';

/** What is decided about people who wait for approval, one by one and many at once (docs/behaviour/people.md#list-of-people). */
export function useWaitingActions(): { rowActions: RowAction[]; bulkActions: BulkAction[] } {
  const { t } = useTranslation('people');
  const { without, unless } = useRefusals();
  const member = without('users.change_user');
  const decisions = [
    {
      id: 'letIn',
      label: t('waiting.letIn'),
      icon: <UserCheck size={14} />,
      danger: false,
      one: (name: string) => ({ title: t('waiting.letInOne', { name }), text: t('waiting.letInText') }),
      many: (count: number) => t('waiting.letInMany', { count }),
      done: t('waiting.letInDone'),
      decide: client.users.letIn,
      decideMany: client.users.letInMany,
    },
    {
      id: 'turnAway',
      label: t('waiting.turnAway'),
      icon: <UserX size={14} />,
      danger: true,
      one: (name: string) => ({ title: t('waiting.turnAwayOne', { name }), text: t('waiting.turnAwayText') }),
      many: (count: number) => t('waiting.turnAwayMany', { count }),
      done: t('waiting.turnAwayDone'),
      decide: client.users.turnAway,
      decideMany: client.users.turnAwayMany,
    },
  ];
  return {
    rowActions: decisions.map(({ one, many: _many, decide, decideMany: _decideMany, label, ...action }) => ({
      ...action,
      label,
      shown: (row) => row.is_waiting === true,
      refused: (row) => member || unless(row.is_manageable !== false, 'refused:shared'),
      confirm: (row) => ({ ...one(titleOf(row)), verb: label }),
      run: (row) => decide(String(row.id)),
    })),
    bulkActions: decisions.map(({ one: _one, many, decide: _decide, decideMany, label, ...action }) => ({
      ...action,
      label,
      refused: member,
      confirm: (count) => ({ title: many(count), text: t('waiting.passedOver'), verb: label }),
      run: async (ids) => decideMany(undefined, { query: { spm: await storeIds(ids) } }),
    })),
  };
}
