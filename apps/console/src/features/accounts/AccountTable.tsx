import { addressOf } from '@postern/client/api';
import { Button } from 'antd';
import { Eraser, Eye, FileStack, Pencil, PlugZap, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import type { RowAction } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { ConnectivityCell, DestinationTag, WhenTrue } from '../shared-cells.tsx';
import type { AssetRef } from './AccountDialog.tsx';
import { AssetLink } from './AssetLink.tsx';
import { canBePushed, canBeTested, startAccountTask } from './account-tasks.ts';

const AccountDialog = onDemand(() => import('./AccountDialog.tsx').then((module) => module.AccountDialog));
const BulkAccountDialog = onDemand(() => import('./BulkAccountDialog.tsx').then((module) => module.BulkAccountDialog));
const AccountSecret = onDemand(() => import('./AccountSecret.tsx').then((module) => module.AccountSecret));

const SECRETS = addressOf('accountSecrets');
/** Asks for a confirmation without showing anything. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Removes the stored secrets of these accounts. */
export const clearSecrets = (ids: Row['id'][]) => client.accounts.clearSecret({ account_ids: ids.map(String) });

/** Accounts: of one asset, or of what the tree beside it picks (docs/behaviour/accounts.md#list-of-accounts). */
export function AccountTable({ asset, query }: { asset?: AssetRef; query?: Readonly<Record<string, string>> }) {
  const { t } = useTranslation(['features', 'accounts']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const { without, inRoot, unless } = useRefusals();
  const [editing, setEditing] = useState<{ account?: Row; asset: AssetRef }>();
  const [adding, setAdding] = useState<'account' | 'template'>();
  const [viewing, setViewing] = useState<Row>();
  const clearQuestion = () => ({ title: t('accounts.clearSecret'), text: t('accounts.clearSecretText'), verb: t('accounts.clear') });
  const untested = inRoot || without('accounts.verify_account');
  const unpushed = inRoot || without('accounts.push_account');
  const actions: RowAction[] = [
    {
      id: 'view',
      label: t('accounts.viewSecret'),
      icon: <Eye size={14} />,
      refused: () => without('accounts.view_accountsecret'),
      run: (row) => setViewing(row),
    },
    {
      id: 'test',
      label: t('accounts.test'),
      icon: <PlugZap size={14} />,
      refused: (row) => untested || unless(canBeTested(row.asset), 'refused:platform'),
      run: (row) => startAccountTask('verify', [row.id]),
      done: t('accounts:task.testing'),
    },
    {
      id: 'push',
      label: t('accounts:task.push'),
      icon: <Send size={14} />,
      refused: (row) => unpushed || unless(canBePushed(row.asset), 'refused:platform'),
      run: (row) => startAccountTask('push', [row.id]),
      done: t('accounts:task.pushing'),
    },
    {
      id: 'edit',
      label: t('accounts.update'),
      icon: <Pencil size={14} />,
      refused: () => inRoot || without('accounts.change_account'),
      run: (row) => setEditing({ account: row, asset: row.asset as AssetRef }),
    },
    {
      id: 'clear',
      label: t('accounts.clearSecret'),
      icon: <Eraser size={14} />,
      danger: true,
      refused: (row) => without('accounts.change_account') || unless(row.has_secret !== false, 'refused:noSecret'),
      confirm: clearQuestion,
      run: (row) => clearSecrets([row.id]),
      done: t('accounts.cleared'),
    },
  ];
  return (
    <>
      <ResourceList
        definition={{
          resource: RESOURCES.account,
          query: { order: '-date_updated', ...(asset ? { asset: String(asset.id) } : {}), ...query },
          name: asset ? 'assetAccount' : 'account',
          syncUrl: false,
          preview: !asset,
          create: () => (asset ? setEditing({ asset }) : setAdding('account')),
          createLabel: t('accounts.create'),
          toolbar: !asset && !isRoot && can('accounts.add_account') && (
            <Button
              icon={<FileStack size={16} />}
              aria-label={t('accounts:addFromTemplate')}
              title={t('accounts:addFromTemplate')}
              onClick={() => setAdding('template')}
            />
          ),
          exclude: ['spec_info'],
          // With the right to see secrets they are part of the file, which is encrypted with one's own file key.
          ...(can('accounts.view_accountsecret')
            ? {
                transfer: {
                  exportUrl: SECRETS,
                  exportConfirm: () => client.accountSecrets.list({ limit: 1, id: NOBODY }),
                  exportHint: t('accounts:exportEncrypted'),
                },
              }
            : {}),
          defaults: asset
            ? ['name', 'username', 'privileged', 'secret_type', 'has_secret', 'connectivity', 'date_updated']
            : ['name', 'username', 'asset', 'secret_type', 'privileged', 'destination_confirmed'],
          min: ['name', 'username'],
          facts: asset ? ['username', 'secret_type'] : ['username', 'asset'],
          cells: {
            // Beside the tree there is room for about 900 px.
            name: { width: 140 },
            username: { width: 130 },
            secret_type: { width: 110 },
            has_secret: { width: 96 },
            privileged: { Cell: WhenTrue, width: 96 },
            connectivity: { Cell: ConnectivityCell },
            // Worth seeing only where it is not so.
            destination_confirmed: { width: 112, render: (row) => (row.destination_confirmed === false ? <DestinationTag /> : null) },
            asset: {
              width: 140,
              render: (row) => <AssetLink asset={row.asset} />,
            },
          },
          search: { exclude: ['asset'] },
          update: false,
          clone: false,
          rowActions: actions,
          bulkActions: [
            {
              id: 'test',
              label: t('accounts.test'),
              icon: <PlugZap size={14} />,
              refused: untested,
              run: (ids) => startAccountTask('verify', ids),
              done: t('accounts:task.testing'),
            },
            {
              id: 'push',
              label: t('accounts:task.push'),
              icon: <Send size={14} />,
              refused: unpushed,
              run: (ids) => startAccountTask('push', ids),
              done: t('accounts:task.pushing'),
            },
            {
              id: 'clear',
              label: t('accounts.clearSecret'),
              icon: <Eraser size={14} />,
              danger: true,
              refused: without('accounts.change_account'),
              confirm: clearQuestion,
              run: clearSecrets,
              done: t('accounts.cleared'),
            },
          ],
          empty: t('accounts.empty'),
        }}
      />

      {editing && <AccountDialog account={editing.account} asset={editing.asset} onClose={() => setEditing(undefined)} />}
      {adding && (
        <BulkAccountDialog
          template={adding === 'template'}
          assets={query?.asset_id ? [query.asset_id] : []}
          onClose={() => setAdding(undefined)}
        />
      )}
      {viewing && <AccountSecret account={viewing} onClose={() => setViewing(undefined)} />}
    </>
  );
}
