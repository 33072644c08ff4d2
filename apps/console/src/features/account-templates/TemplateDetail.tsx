import { StatusTag } from '@postern/ui';
import { Button } from 'antd';
import { Eye, KeyRound, ListPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { AssetLink } from '../accounts/AssetLink.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

const AccountSecret = lazy(() => import('../accounts/AccountSecret.tsx').then((module) => ({ default: module.AccountSecret })));
const BulkAccountDialog = lazy(() => import('../accounts/BulkAccountDialog.tsx').then((module) => ({ default: module.BulkAccountDialog })));
const TemplateSecret = lazy(() => import('./TemplateSecret.tsx').then((module) => ({ default: module.TemplateSecret })));
const NewSecretDialog = lazy(() => import('./NewSecretDialog.tsx').then((module) => ({ default: module.NewSecretDialog })));

export interface Template extends Row {
  name: string;
  username: string;
  privileged: boolean;
  su_from: (Row & { name: string }) | null;
}

export function TemplateDetail() {
  const { t } = useTranslation(['features', 'screens', 'accounts']);
  const { id = '' } = useParams();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const [adding, setAdding] = useState<Template>();
  return (
    <>
      <ResourceDetail<Template>
        definition={{
          resource: RESOURCES.accountTemplate,
          id,
          facts: (template) => (
            <>
              <StatusTag tone={template.has_secret ? 'success' : 'neutral'} boxed>
                {t(template.has_secret ? 'accounts.hasSecret' : 'accounts.noSecret')}
              </StatusTag>
              {template.username && <span className="p-mono">{template.username}</span>}
            </>
          ),
          actions: (template) =>
            can('accounts.add_account') &&
            !isRoot && (
              <Button icon={<ListPlus size={14} />} onClick={() => setAdding(template)}>
                {t('accounts:addToAssets')}
              </Button>
            ),
          tabs: (template, detail) => [
            { name: 'Basic', title: t('screens:detail.basic'), render: () => <Basic template={template} detail={detail} /> },
            {
              name: 'Accounts',
              title: t('noun:account.title'),
              permissions: ['accounts.change_accounttemplate'],
              render: () => <Accounts template={template} detail={detail} />,
            },
          ],
        }}
      />
      <Suspense>{adding && <BulkAccountDialog template={adding} onClose={() => setAdding(undefined)} />}</Suspense>
    </>
  );
}

interface TabProps {
  template: Template;
  detail: DetailModel<Template>;
}

function Basic({ template, detail }: TabProps) {
  const { t } = useTranslation(['features', 'screens']);
  const { can } = useAuth();
  const [viewing, setViewing] = useState(false);
  return (
    <div className="s-columns-2">
      <AutoCard
        url={RESOURCES.accountTemplate.url}
        row={template}
        title={t('screens:detail.basic')}
        fields={[
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
        ]}
        cells={{
          su_from: ({ su_from }) =>
            su_from ? <Link to={pageOf('accountTemplate', su_from.id)}>{userLabel(su_from)}</Link> : <span className="s-empty">-</span>,
        }}
      />
      <QuickActions
        actions={[
          {
            id: 'privileged',
            title: t('accounts.privileged'),
            checked: template.privileged,
            disabled: !can('accounts.change_accounttemplate'),
            toggle: (on) => detail.patch({ privileged: on }),
          },
          {
            id: 'view',
            title: t('accounts.viewSecret'),
            verb: t('screens:action.view'),
            icon: <Eye size={14} />,
            disabled: !can('accounts.view_accounttemplatesecret') || template.has_secret !== true,
            run: () => setViewing(true),
          },
        ]}
      />
      <Suspense>{viewing && <TemplateSecret template={template} onClose={() => setViewing(false)} />}</Suspense>
    </div>
  );
}

/** Accounts that were made from the template and still follow it. */
function Accounts({ template, detail }: TabProps) {
  const { t } = useTranslation(['features', 'screens', 'accounts']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
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
            selectable: false,
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
                enabled: () => can('accounts.view_accountsecret'),
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
            disabled: isRoot,
            run: () => setRenewing(true),
          },
        ]}
      />
      <Suspense>
        {viewing && <AccountSecret account={viewing} onClose={() => setViewing(undefined)} />}
        {renewing && <NewSecretDialog template={template} onSaved={() => void detail.refresh()} onClose={() => setRenewing(false)} />}
      </Suspense>
    </div>
  );
}
