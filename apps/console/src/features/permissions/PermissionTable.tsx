import { ALL_ACTIONS, actionsOf } from '@postern/contract/actions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AmountCell } from '../../fields/AmountCell.tsx';
import { NamesCell } from '../../fields/NamesCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { accountWords, usePermissionWords } from './account-words.ts';
import { BulkAccountsInput } from './BulkAccountsInput.tsx';
import { EffectCell, gapNames, gapsOf } from './Gaps.tsx';

const USUAL: ReadonlySet<string> = new Set(actionsOf(ALL_ACTIONS).map(({ value }) => value));
/** What many permissions can be given at once. */
const BULK = ['users', 'user_groups', 'assets', 'nodes', 'accounts', 'actions', 'is_active', 'date_start', 'date_expired'];

interface Props {
  query?: Readonly<Record<string, string>>;
  /** The page of permissions itself, with creation and its state in the address bar. */
  full?: boolean;
  createTo?: string;
  toolbar?: ReactNode;
}

/** Permissions as a table: of the organisation, or those that concern one user or asset (docs/behaviour/permissions.md#list-of-permissions). */
export function PermissionTable({ query, full = false, createTo, toolbar }: Props) {
  const { t } = useTranslation(['features', 'people']);
  const words = usePermissionWords();
  /** A number that leads to the tab where the things themselves are. */
  const amount = (field: string, tab: string, words?: (value: unknown) => unknown) => ({
    width: 72,
    align: 'end' as const,
    render: (row: Row) => (
      <Link to={`${pageOf('permission', row.id)}?activeTab=${tab}`}>
        <AmountCell value={words ? words(row[field]) : row[field]} />
      </Link>
    ),
    text: (row: Row) => String(Array.isArray(row[field]) ? row[field].length : 0),
  });
  const yesNo = [
    { value: '1', label: t('screens:value.yes', { ns: 'screens' }) },
    { value: '0', label: t('screens:value.no', { ns: 'screens' }) },
  ];
  const definition: ListDefinition = {
    resource: RESOURCES.permission,
    ...(query ? { query } : {}),
    name: full ? 'permission' : 'permissionOf',
    syncUrl: full,
    create: full ? (createTo ?? `${RESOURCES.permission.path}/create`) : false,
    ...(full ? { bulkUpdate: BULK, bulkInputs: { accounts: BulkAccountsInput } } : { delete: false as const, clone: false }),
    exclude: ['actions', 'gaps'],
    extra: ['action'],
    defaults: ['name', 'users', 'user_groups', 'assets', 'nodes', 'accounts', 'action', 'is_valid'],
    min: ['name'],
    facts: ['is_valid', 'action'],
    cells: {
      users: amount('users', 'AssetPermissionUser'),
      user_groups: { ...amount('user_groups', 'AssetPermissionUser'), width: 84 },
      assets: amount('assets', 'AssetPermissionAsset'),
      nodes: amount('nodes', 'AssetPermissionAsset'),
      name: { width: 138 },
      is_valid: {
        width: 104,
        render: (row) => <EffectCell row={row} />,
        text: (row) => (gapsOf(row).length > 0 ? gapNames(gapsOf(row), t) : (yesNo[row.is_valid ? 0 : 1]?.label ?? '')),
      },
      accounts: { ...amount('accounts', 'AssetPermissionAccount', (value) => accountWords(value, words)), width: 84 },
      action: {
        width: 110,
        title: t('permissions.actions'),
        render: (row) => {
          const actions = Array.isArray(row.actions) ? row.actions : [];
          const named = (of: readonly unknown[]) => of.map((action) => relatedName(action).replace(/\s*[(（].*$/, ''));
          // The usual ones in one word; those that are only given by name stand beside it.
          const apart = actions.filter((action) => !USUAL.has(String((action as { value?: unknown }).value)));
          const all = actions.length - apart.length === USUAL.size;
          return <NamesCell value={all ? [t('permissions.all'), ...named(apart)] : named(actions)} />;
        },
      },
      is_expired: { Cell: WhenTrue },
      from_ticket: { Cell: WhenTrue },
    },
    search: {
      metadata: false,
      extra: [
        { key: 'name', label: t('permissions.basic') },
        { key: 'username', label: t('permissions.userName') },
        { key: 'user_group', label: t('permissions.groupName') },
        { key: 'asset_name', label: t('permissions.assetName') },
        { key: 'address', label: t('permissions.address') },
        { key: 'accounts', label: t('permissions.accounts') },
        { key: 'is_valid', label: t('permissions.valid'), choices: yesNo },
        { key: 'grants_nothing', label: t('permissions.nothing'), choices: yesNo },
        { key: 'is_effective', label: t('permissions.effective'), choices: yesNo },
        { key: 'from_ticket', label: t('people:fromTicket'), choices: yesNo },
        ...(full
          ? [
              {
                key: 'all',
                label: t('people:strategy'),
                choices: [
                  { value: '0', label: t('people:onlyThis') },
                  { value: '1', label: t('people:withAbove') },
                ],
              },
            ]
          : []),
      ],
    },
    empty: t('permissions.empty'),
    toolbar,
  };
  return <ResourceList definition={definition} />;
}
