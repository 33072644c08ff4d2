import { StatusTag } from '@postern/ui';
import { Button } from 'antd';
import { Eye, KeyRound, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import { QuickActions, toggleAction } from '../../screens/detail/QuickActions.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { AssetLink } from '../accounts/AssetLink.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

const AccountSecret = onDemand(() => import('../accounts/AccountSecret.tsx').then((module) => module.AccountSecret));
const BulkAccountDialog = onDemand(() => import('../accounts/BulkAccountDialog.tsx').then((module) => module.BulkAccountDialog));
const TemplateSecret = onDemand(() => import('./TemplateSecret.tsx').then((module) => module.TemplateSecret));
const NewSecretDialog = onDemand(() => import('./NewSecretDialog.tsx').then((module) => module.NewSecretDialog));

const FACTS = [
  'id',
  'name',
  'username',
  'secret_type',
  'created_by',
  'comment',
  'su_from',
  'is_active',
  'privileged',
  'date_created',
  'date_updated',
];

export interface Template extends Row {
  name: string;
  username: string;
  privileged: boolean;
  su_from: (Row & { name: string }) | null;
}

export function TemplateDetail() {
  const { t } = useTranslation(['features', 'screens', 'accounts']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const { without, unless } = useRefusals();
  const [adding, setAdding] = useState<Template>();
  const [viewing, setViewing] = useState<Template>();
  return (
    <DetailPage<Template>
      resource={RESOURCES.accountTemplate}
      facts={(template) => (
        <>
          <StatusTag tone={template.has_secret ? 'success' : 'neutral'} boxed>
            {t(template.has_secret ? 'accounts.hasSecret' : 'accounts.noSecret')}
          </StatusTag>
          {template.username && <span className="p-mono">{template.username}</span>}
        </>
      )}
      actions={(template) =>
        can('accounts.add_account') &&
        !isRoot && (
          <Button icon={<ListPlus size={14} />} onClick={() => setAdding(template)}>
            {t('accounts:addToAssets')}
          </Button>
        )
      }
      basic={{
        name: 'Basic',
        fields: FACTS,
        cells: {
          su_from: ({ su_from }) =>
            su_from ? <Link to={pageOf('accountTemplate', su_from.id)}>{userLabel(su_from)}</Link> : <span className="s-empty">-</span>,
        },
        actions: (template, detail) => [
          toggleAction(detail, 'privileged', { title: t('accounts.privileged'), refused: without('accounts.change_accounttemplate') }),
          {
            id: 'view',
            title: t('accounts.viewSecret'),
            verb: t('screens:action.view'),
            icon: <Eye size={14} />,
            refused: without('accounts.view_accounttemplatesecret') || unless(template.has_secret === true, 'refused:noSecret'),
            run: () => setViewing(template),
          },
        ],
      }}
      tabs={(template, detail) => [
        {
          name: 'Accounts',
          title: t('noun:account.title'),
          permissions: ['accounts.change_accounttemplate'],
          render: () => <Accounts template={template} detail={detail} />,
        },
      ]}
    >
      {adding && <BulkAccountDialog template={adding} onClose={() => setAdding(undefined)} />}
      {viewing && <TemplateSecret template={viewing} onClose={() => setViewing(undefined)} />}
    </DetailPage>
  );
}

/** Accounts that were made from the template and still follow it. */
function Accounts({ template, detail }: { template: Template; detail: DetailModel<Template> }) {
  const { t } = useTranslation(['features', 'screens', 'accounts']);
  const { without, inRoot } = useRefusals();
  const [viewing, setViewing] = useState<Row>();
  const [renewing, setRenewing] = useState(false);
  return (
    <div className="s-columns-2">
      <div className="s-stack">
        <p className="s-note">{t('accounts:templateFollowers')}</p>
        <ResourceList
          definition={{
            resource: RESOURCES.account,
            query: { source_id: String(template.id) },
            name: 'templateAccounts',
            syncUrl: false,
            readOnly: true,
            transfer: false,
            columns: ['name', 'asset', 'secret_type', 'is_active', 'date_created'],
            min: ['name'],
            facts: ['asset', 'secret_type'],
            linkTo: (account) => pageOf('account', account.id),
            cells: {
              asset: { render: (row) => <AssetLink asset={row.asset} /> },
              secret_type: { width: 120 },
            },
            search: { exclude: ['asset', 'source_id'] },
            rowActions: [
              {
                id: 'view',
                label: t('accounts.viewSecret'),
                icon: <Eye size={14} />,
                refused: () => without('accounts.view_accountsecret'),
                run: (row) => setViewing(row),
              },
            ],
            empty: t('accounts:templateNoFollowers'),
          }}
        />
      </div>
      <QuickActions
        actions={[
          {
            id: 'renew',
            title: t('accounts:newSecret'),
            help: t('accounts:newSecretHelp'),
            verb: t('screens:action.update'),
            icon: <KeyRound size={14} />,
            refused: inRoot,
            run: () => setRenewing(true),
          },
        ]}
      />

      {viewing && <AccountSecret account={viewing} onClose={() => setViewing(undefined)} />}
      {renewing && <NewSecretDialog template={template} onSaved={() => void detail.refresh()} onClose={() => setRenewing(false)} />}
    </div>
  );
}
