import { addressOf } from '@postern/client/api';
import { StatusTag, Surface } from '@postern/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRunAction } from '../../data/useRunAction.ts';
import { TagsCell } from '../../fields/TagsCell.tsx';
import type { Row } from '../../model/resource.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useOrg } from '../../session/auth.tsx';
import { collectionAt } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { ExplainTab } from '../access/ExplainTab.tsx';
import { useDeletionEffect } from '../access/useDeletionEffect.tsx';
import { AssetChoice } from '../assets/AssetChoice.tsx';
import { CHOICES } from '../choices.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { assetLabel, nodeLabel, userLabel } from '../shared-labels.ts';
import { AccountsInput } from './AccountsInput.tsx';
import { wireAccounts } from './account-choice.ts';
import { accountWords, usePermissionWords } from './account-words.ts';
import { EffectiveTable } from './EffectiveTable.tsx';
import { GapsNotice, gapsOf } from './Gaps.tsx';

type Related = { id: string; name: string }[];
interface Permission extends Row {
  users: Related;
  user_groups: Related;
  assets: Related;
  nodes: Related;
  accounts: string[];
  is_valid: boolean;
  is_active: boolean;
}

const FACTS = [
  'name',
  'users',
  'user_groups',
  'assets',
  'nodes',
  'accounts',
  'actions',
  'forward_to',
  'recording',
  'date_start',
  'date_expired',
  'date_created',
  'created_by',
  'comment',
];

export function PermissionDetail() {
  const { t } = useTranslation(['features', 'access']);
  const { without } = useRefusals();
  const words = usePermissionWords();
  const deletion = useDeletionEffect('assetpermission', 'perms.delete_assetpermission');
  return (
    <DetailPage<Permission>
      resource={RESOURCES.permission}
      facts={(permission) => (
        <StatusTag tone={gapsOf(permission).length === 0 ? 'success' : 'warning'} boxed>
          {t(gapsOf(permission).length === 0 ? 'permissions.valid' : 'permissions.nothing')}
        </StatusTag>
      )}
      basic={{
        name: 'AssetPermissionDetail',
        above: (permission, detail) => <GapsNotice permission={permission} detail={detail} />,
        fields: FACTS,
        cells: {
          users: ({ users }) => users.length,
          user_groups: ({ user_groups }) => user_groups.length,
          assets: ({ assets }) => assets.length,
          nodes: ({ nodes }) => nodes.length,
          accounts: ({ accounts }) => <TagsCell value={accountWords(accounts, words)} />,
          actions: ({ actions }) => <TagsCell value={actions} />,
        },
        actions: (_, detail) => [
          toggleAction(detail, 'is_active', { title: t('permissions.active'), refused: without('perms.change_assetpermission') }),
          deletion.action,
        ],
      }}
      tabs={(permission, detail) => [
        {
          name: 'AssetPermissionUser',
          title: t('permissions.users'),
          permissions: ['users.view_user', 'perms.change_assetpermission'],
          render: () => <Side side="user" permission={permission} detail={detail} />,
        },
        {
          name: 'AssetPermissionAsset',
          title: t('permissions.assets'),
          permissions: ['assets.view_asset', 'perms.change_assetpermission'],
          render: () => <Side side="asset" permission={permission} detail={detail} />,
        },
        {
          name: 'AssetPermissionAccount',
          title: t('permissions.accounts'),
          permissions: ['accounts.view_account', 'perms.change_assetpermission'],
          render: () => <Accounts permission={permission} detail={detail} />,
        },
        {
          name: 'AssetPermissionExplain',
          title: t('access:tab'),
          permissions: ['users.view_user', 'assets.view_asset'],
          render: () => <ExplainTab start={{ user: permission.users[0]?.id ?? '', asset: permission.assets[0]?.id ?? '' }} />,
        },
      ]}
    >
      {deletion.dialog}
    </DetailPage>
  );
}

/**
 * What a permission holds: the list to choose from, its relation table, and what that calls the other side
 * (docs/wire/permissions.md#links-of-a-permission).
 */
const RELATIONS = {
  user: [
    {
      field: 'users',
      title: 'permissions.addUsers',
      url: CHOICES.users,
      labelOf: userLabel,
      to: 'user',
      table: addressOf('relation', 'userList'),
      key: 'user',
    },
    {
      field: 'user_groups',
      title: 'permissions.addGroups',
      url: CHOICES.groups,
      to: 'group',
      table: addressOf('relation', 'usergroupList'),
      key: 'usergroup',
    },
  ],
  asset: [
    {
      field: 'assets',
      title: 'permissions.addAssets',
      url: CHOICES.assets,
      labelOf: assetLabel,
      to: 'asset',
      table: addressOf('relation', 'assetList'),
      key: 'asset',
    },
    {
      field: 'nodes',
      title: 'permissions.addNodes',
      url: CHOICES.nodes,
      labelOf: nodeLabel,
      table: addressOf('relation', 'nodeList'),
      key: 'node',
    },
  ],
} as const satisfies Record<string, readonly Relation[]>;

interface Relation {
  field: 'users' | 'user_groups' | 'assets' | 'nodes';
  title: string;
  url: string;
  labelOf?: (row: Row) => string;
  to?: 'user' | 'group' | 'asset';
  table: string;
  key: string;
}

interface SideProps {
  side: 'user' | 'asset';
  permission: Permission;
  detail: DetailModel<Permission>;
}

/** Who or what the permission comes to, and the lists that it comes from. Only the difference travels, so that two people can work on it at once. */
function Side({ side, permission, detail }: SideProps) {
  const { t } = useTranslation(['features', 'screens']);
  const { inRoot } = useRefusals();
  const id = String(permission.id);
  const relations: readonly Relation[] = RELATIONS[side];
  return (
    <div className="s-columns-2">
      <EffectiveTable id={id} side={side} />
      <div className="s-stack">
        {relations.map(({ field, title, url, labelOf, to, table, key }) => {
          const pairs = collectionAt<unknown>(table);
          return (
            <RelationCard
              key={field}
              title={t(title)}
              url={url}
              refused={inRoot}
              {...(labelOf ? { labelOf } : {})}
              items={permission[field].map((item) => ({
                id: item.id,
                name: item.name,
                label: to ? <Link to={pageOf(to, item.id)}>{item.name}</Link> : item.name,
              }))}
              add={(added) => pairs.create(added.map((other) => ({ assetpermission: id, [key]: other }))).then(detail.refresh)}
              remove={(other) => pairs.bulkDestroy({ assetpermission: id, [key]: String(other) }).then(detail.refresh)}
              {...(field === 'assets' ? { picker: (dialog) => <AssetChoice {...dialog} /> } : {})}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The accounts it comes to, and the choice they come from: each change is saved at once (docs/behaviour/permissions.md#page-of-a-permission). */
function Accounts({ permission, detail }: { permission: Permission; detail: DetailModel<Permission> }) {
  const { t } = useTranslation(['people', 'features']);
  const { isRoot } = useOrg();
  const runAction = useRunAction();
  // What is ticked and not named yet is nothing to save: the list of names is empty until the first one. What is saved is read again:
  // of a template the username stays.
  const [choice, setChoice] = useState<unknown>();
  const change = (value: unknown) => {
    setChoice(value);
    const accounts = wireAccounts(value);
    if (accounts.length === 0) return;
    void runAction(() => detail.patch({ accounts }), { done: t('accountsSaved') }).then((saved) => saved && setChoice(undefined));
  };
  return (
    <div className="s-columns-2">
      <ResourceList
        definition={{
          resource: RESOURCES.account,
          url: addressOf('assetPermissions', 'accounts', String(permission.id)),
          name: 'permissionAccounts',
          empty: t('features:belongs.permissionAccounts'),
          syncUrl: false,
          transfer: false,
          readOnly: true,
          metadataUrl: RESOURCES.account.url,
          columns: ['name', 'username', 'asset', 'privileged', 'secret_type'],
          min: ['name'],
          facts: ['username', 'asset'],
          linkTo: (account) => pageOf('account', account.id),
        }}
      />
      <Surface title={t('accountsNow')} purpose={t('accountsText')}>
        <AccountsInput
          value={choice ?? permission.accounts}
          onChange={change}
          disabled={isRoot}
          assets={permission.assets.map((asset) => asset.id)}
        />
      </Surface>
    </div>
  );
}
