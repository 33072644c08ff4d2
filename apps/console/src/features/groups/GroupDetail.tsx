import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import type { Row } from '../../screens/model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { http } from '../../session/http.ts';
import { GROUP_MEMBERS, pageOf, RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

interface Group extends Row {
  users: { id: string; name: string }[];
}

export function GroupDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail<Group>
      definition={{
        resource: RESOURCES.group,
        id,
        facts: (group) => <span>{String(group.comment ?? '')}</span>,
        tabs: (group, detail) => [
          {
            name: 'GroupInfo',
            title: t('screens:detail.basic'),
            render: () => <AutoCard url={RESOURCES.group.url} row={group} title={t('screens:detail.basic')} exclude={['users']} />,
          },
          {
            name: 'GroupUser',
            title: t('groups.members'),
            permissions: ['users.view_user'],
            render: () => <Members group={group} detail={detail} />,
          },
        ],
      }}
    />
  );
}

/** Who is in the group; added and removed here. */
function Members({ group, detail }: { group: Group; detail: DetailModel<Group> }) {
  const { t } = useTranslation(['features', 'screens']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const locked = isRoot || !can('users.change_usergroup');
  const ids: Row['id'][] = group.users.map((user) => user.id);
  return (
    <div className="s-columns-2">
      <ResourceList
        definition={{
          resource: RESOURCES.user,
          url: `users/users/?group_id=${group.id}`,
          name: 'groupMembers',
          syncUrl: false,
          create: false,
          update: false,
          delete: false,
          clone: false,
          columns: ['name', 'username', 'email', 'is_valid'],
          min: ['name'],
          facts: ['username', 'is_valid'],
          linkTo: (user) => pageOf('user', user.id),
          rowActions: [
            {
              id: 'remove',
              label: t('screens:action.remove'),
              danger: true,
              enabled: (user) => !locked && ids.includes(user.id),
              run: (user) => http.del(GROUP_MEMBERS, { query: { user: user.id, usergroup: group.id } }).then(detail.refresh),
              done: t('groups.removed'),
            },
          ],
        }}
      />
      <div className="s-stack">
        <QuickActions
          actions={[
            {
              id: 'all',
              title: t('groups.addAll'),
              help: t('groups.addAllText'),
              verb: t('screens:action.add'),
              icon: <UserPlus size={14} />,
              disabled: isRoot || !can('users.add_usergroup'),
              done: t('groups.added'),
              run: () => http.post(`${RESOURCES.group.url}${group.id}/add-all-users/`).then(detail.refresh),
            },
          ]}
        />
        <RelationCard
          title={t('groups.addMembers')}
          url={`users/users/?fields_size=mini&order=name&exclude_group_id=${group.id}`}
          labelOf={userLabel}
          disabled={locked}
          add={(added) =>
            http
              .post(
                GROUP_MEMBERS,
                added.map((user) => ({ user, usergroup: group.id })),
              )
              .then(detail.refresh)
          }
        />
      </div>
    </div>
  );
}
