import { addressOf } from '@postern/client/api';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';
import { join, leave } from './membership.ts';

interface Group extends Row {
  users: { id: string; name: string }[];
}

export function GroupDetail() {
  const { t } = useTranslation('features');
  return (
    <DetailPage<Group>
      resource={RESOURCES.group}
      facts={(group) => <span>{String(group.comment ?? '')}</span>}
      basic={{ name: 'GroupInfo', exclude: ['users'] }}
      tabs={(group, detail) => [
        {
          name: 'GroupUser',
          title: t('groups.members'),
          permissions: ['users.view_user'],
          render: () => <Members group={group} detail={detail} />,
        },
      ]}
    />
  );
}

/** Who is in the group; added and removed here. */
function Members({ group, detail }: { group: Group; detail: DetailModel<Group> }) {
  const { t } = useTranslation(['features', 'screens']);
  const { without, inRoot, unless } = useRefusals();
  const locked = inRoot || without('users.change_usergroup');
  const ids: Row['id'][] = group.users.map((user) => user.id);
  return (
    <div className="s-columns-2">
      <ResourceList
        definition={{
          resource: RESOURCES.user,
          url: addressOf('users', 'list', { group_id: group.id }),
          name: 'groupMembers',
          empty: t('features:belongs.members'),
          syncUrl: false,
          readOnly: true,
          columns: ['name', 'username', 'email', 'is_valid'],
          min: ['name'],
          facts: ['username', 'is_valid'],
          linkTo: (user) => pageOf('user', user.id),
          rowActions: [
            {
              id: 'remove',
              label: t('screens:action.remove'),
              danger: true,
              refused: (user) => locked || unless(ids.includes(user.id), 'refused:elsewhere'),
              run: (user) => leave({ user: user.id, usergroup: group.id }).then(detail.refresh),
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
              refused: inRoot || without('users.add_usergroup'),
              done: t('groups.added'),
              run: () => client.groups.addAllUsers(String(group.id)).then(detail.refresh),
            },
          ]}
        />
        <RelationCard
          title={t('groups.addMembers')}
          url={addressOf('users', 'list', { fields_size: 'mini', order: 'name', exclude_group_id: group.id })}
          labelOf={userLabel}
          refused={locked}
          add={(added) => join(added.map((user) => ({ user, usergroup: group.id }))).then(detail.refresh)}
        />
      </div>
    </div>
  );
}
