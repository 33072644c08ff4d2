import { WhyNot } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { DoorOpen, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storeIds } from '../../data/api.ts';
import { onDemand } from '../../data/on-demand.tsx';
import { type Row, titleOf } from '../../model/resource.ts';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { useWaitingActions } from './useWaitingActions.tsx';
import { ValidityCell } from './ValidityCell.tsx';

const InviteDialog = onDemand(() => import('./InviteDialog.tsx').then((module) => module.InviteDialog));

/** People of the organisation; in the global one, of all (docs/behaviour/people.md#list-of-people). */
export function UserList() {
  const { t } = useTranslation(['features', 'people']);
  const { profile } = useAuth();
  const { isRoot } = useOrg();
  const { without, unless } = useRefusals();
  const queries = useQueryClient();
  const [inviting, setInviting] = useState(false);
  // Who is in which organisation matters where there are several, which a licence allows.
  const organised = usePublicSettings().XPACK_LICENSE_IS_VALID === true && !isRoot;
  const untouchable = (row: Row) => unless(row.is_superuser !== true || profile.is_superuser, 'refused:superuser');
  const waiting = useWaitingActions();
  const definition: ListDefinition = {
    resource: RESOURCES.user,
    global: true,
    exclude: [
      'password',
      'avatar_url',
      'is_service_account',
      'password_strategy',
      'is_otp_secret_key_bound',
      'mfa_enabled',
      'is_superuser',
      'mfa_force_enabled',
      'is_waiting',
      ...(organised ? [] : ['org_roles']),
    ],
    defaults: ['name', 'username', 'email', 'groups', 'system_roles', ...(organised ? ['org_roles'] : []), 'source', 'is_valid'],
    min: ['name', 'username'],
    facts: ['username', 'is_valid'],
    cells: {
      login_blocked: { Cell: WhenTrue },
      is_first_login: { Cell: WhenTrue },
      need_update_password: { Cell: WhenTrue },
      is_expired: { Cell: WhenTrue },
      from_outside: { Cell: WhenTrue },
      name: { width: 150 },
      username: { width: 120 },
      email: { width: 190 },
      is_valid: { width: 104, Cell: ValidityCell },
      source: { width: 84 },
      groups: { width: 120 },
      system_roles: { width: 116 },
      org_roles: { width: 136 },
    },
    // Only a superuser may touch a superuser (docs/wire/users.md#who-changes-whom).
    update: untouchable,
    delete: (row) =>
      untouchable(row) || unless(row.is_manageable !== false, 'refused:shared') || unless(row.id !== profile.id, 'refused:own'),
    bulkUpdate: ['groups', 'date_expired', 'comment'],
    rowActions: waiting.rowActions,
    bulkActions: waiting.bulkActions,
    ...(organised
      ? {
          toolbar: (
            <WhyNot reason={without('users.invite_user')}>
              <Button icon={<UserPlus size={16} />} onClick={() => setInviting(true)}>
                {t('people:invite.button')}
              </Button>
            </WhyNot>
          ),
          rowActions: [
            ...waiting.rowActions,
            {
              id: 'leave',
              label: t('people:leave.one'),
              icon: <DoorOpen size={14} />,
              refused: () => without('users.remove_user'),
              confirm: (row) => ({
                title: t('people:leave.oneTitle', { name: titleOf(row) }),
                text: t('people:leave.text'),
                verb: t('people:leave.verb'),
              }),
              run: (row) => client.users.removeOne(String(row.id)),
              done: t('people:leave.done'),
            },
          ],
          bulkActions: [
            ...waiting.bulkActions,
            {
              id: 'leave',
              label: t('people:leave.many'),
              icon: <DoorOpen size={14} />,
              refused: without('users.remove_user'),
              confirm: (count) => ({
                title: t('people:leave.manyTitle', { count }),
                text: t('people:leave.text'),
                verb: t('people:leave.verb'),
              }),
              run: async (ids) => client.users.removeMany(undefined, { query: { spm: await storeIds(ids) } }),
              done: t('people:leave.done'),
            },
          ],
        }
      : {}),
    unmatched: { filters: { is_waiting: 'true' }, title: t('people:waiting.none') },
    empty: t('users.empty'),
  };
  return (
    <Page title={t('noun:user.title')}>
      <ResourceList definition={definition} />
      {inviting && (
        <InviteDialog
          onClose={(invited) => {
            setInviting(false);
            if (invited) void queries.invalidateQueries({ queryKey: ['list'] });
          }}
        />
      )}
    </Page>
  );
}
