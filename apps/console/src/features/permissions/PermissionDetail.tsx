import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { TagsCell } from '../../fields/cells.tsx';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import type { Row } from '../../screens/model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { http } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { assetLabel, nodeLabel, userLabel } from '../shared-labels.ts';
import { accountWords, usePermissionWords } from './account-words.ts';
import { EffectiveTable } from './EffectiveTable.tsx';

type Related = { id: string; name: string }[];
interface Permission extends Row {
  users: Related;
  user_groups: Related;
  assets: Related;
  nodes: Related;
  is_valid: boolean;
  is_active: boolean;
}

export function PermissionDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail<Permission>
      definition={{
        resource: RESOURCES.permission,
        id,
        facts: (permission) => (
          <StatusTag tone={permission.is_valid ? 'success' : 'warning'} boxed>
            {t(permission.is_valid ? 'permissions.valid' : 'permissions.invalid')}
          </StatusTag>
        ),
        tabs: (permission, detail) => [
          {
            name: 'AssetPermissionDetail',
            title: t('screens:detail.basic'),
            render: () => <Basic permission={permission} detail={detail} />,
          },
          {
            name: 'AssetPermissionUser',
            title: t('permissions.users'),
            permissions: ['users.view_user', 'perms.change_assetpermission'],
            render: () => (
              <div className="s-columns-2">
                <EffectiveTable id={id} side="user" />
                <div className="s-stack">
                  <Relation
                    permission={permission}
                    detail={detail}
                    field="users"
                    title={t('permissions.addUsers')}
                    url="users/users/?fields_size=mini"
                    labelOf={userLabel}
                    to="user"
                  />
                  <Relation
                    permission={permission}
                    detail={detail}
                    field="user_groups"
                    title={t('permissions.addGroups')}
                    url="users/groups/?fields_size=mini"
                    to="group"
                  />
                </div>
              </div>
            ),
          },
          {
            name: 'AssetPermissionAsset',
            title: t('permissions.assets'),
            permissions: ['assets.view_asset', 'perms.change_assetpermission'],
            render: () => (
              <div className="s-columns-2">
                <EffectiveTable id={id} side="asset" />
                <div className="s-stack">
                  <Relation
                    permission={permission}
                    detail={detail}
                    field="assets"
                    title={t('permissions.addAssets')}
                    url="assets/assets/?fields_size=mini"
                    labelOf={assetLabel}
                    to="asset"
                  />
                  <Relation
                    permission={permission}
                    detail={detail}
                    field="nodes"
                    title={t('permissions.addNodes')}
                    url="assets/nodes/"
                    labelOf={nodeLabel}
                  />
                </div>
              </div>
            ),
          },
          {
            name: 'AssetPermissionAccount',
            title: t('permissions.accounts'),
            permissions: ['accounts.view_account', 'perms.change_assetpermission'],
            render: () => <Accounts id={id} />,
          },
        ],
      }}
    />
  );
}

function Basic({ permission, detail }: { permission: Permission; detail: DetailModel<Permission> }) {
  const { t } = useTranslation(['features', 'screens']);
  const { can } = useAuth();
  const words = usePermissionWords();
  const count = (field: 'users' | 'user_groups' | 'assets' | 'nodes') => () => permission[field].length;
  return (
    <div className="s-columns-2">
      <AutoCard
        url={RESOURCES.permission.url}
        row={permission}
        title={t('screens:detail.basic')}
        fields={[
          'name',
          'users',
          'user_groups',
          'assets',
          'nodes',
          'accounts',
          'actions',
          'recording',
          'date_start',
          'date_expired',
          'date_created',
          'created_by',
          'comment',
        ]}
        cells={{
          users: count('users'),
          user_groups: count('user_groups'),
          assets: count('assets'),
          nodes: count('nodes'),
          accounts: (row) => <TagsCell value={accountWords(row.accounts, words)} />,
          actions: (row) => <TagsCell value={row.actions} />,
        }}
      />
      <QuickActions
        actions={[
          {
            id: 'active',
            title: t('permissions.active'),
            checked: permission.is_active,
            disabled: !can('perms.change_assetpermission'),
            toggle: (on) => detail.patch({ is_active: on }),
          },
        ]}
      />
    </div>
  );
}

interface RelationProps {
  permission: Permission;
  detail: DetailModel<Permission>;
  field: 'users' | 'user_groups' | 'assets' | 'nodes';
  title: string;
  url: string;
  labelOf?: (row: Row) => string;
  to?: 'user' | 'group' | 'asset';
}

/** Relation tables of a permission, and what they call the other side (contract/perms.md §2). */
const RELATIONS = {
  users: { table: 'users', side: 'user' },
  user_groups: { table: 'user-groups', side: 'usergroup' },
  assets: { table: 'assets', side: 'asset' },
  nodes: { table: 'nodes', side: 'node' },
} as const;

/** One of the four lists of a permission. Only the difference travels, so that two people can work on it at once. */
function Relation({ permission, detail, field, title, url, labelOf, to }: RelationProps) {
  const { isRoot } = useOrg();
  const held = permission[field];
  const { table, side } = RELATIONS[field];
  const relations = `perms/asset-permissions-${table}-relations/`;
  const assetpermission = String(permission.id);
  return (
    <RelationCard
      title={title}
      url={url}
      disabled={isRoot}
      {...(labelOf ? { labelOf } : {})}
      items={held.map((item) => ({
        id: item.id,
        name: item.name,
        label: to ? <Link to={pageOf(to, item.id)}>{item.name}</Link> : item.name,
      }))}
      add={(added) =>
        http
          .post(
            relations,
            added.map((other) => ({ assetpermission, [side]: other })),
          )
          .then(detail.refresh)
      }
      remove={(id) => http.del(relations, { query: { assetpermission, [side]: String(id) } }).then(detail.refresh)}
    />
  );
}

function Accounts({ id }: { id: string }) {
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.account,
        url: `${RESOURCES.permission.url}${id}/accounts/`,
        name: 'permissionAccounts',
        syncUrl: false,
        create: false,
        update: false,
        delete: false,
        clone: false,
        metadataUrl: RESOURCES.account.url,
        columns: ['name', 'username', 'asset', 'privileged', 'secret_type'],
        min: ['name'],
        facts: ['username', 'asset'],
        linkTo: (account) => pageOf('account', account.id),
      }}
    />
  );
}
