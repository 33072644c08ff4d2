import { addressOf } from '@postern/client/api';
import { StatusTag } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Eraser, Eye, Pencil, PlugZap, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { methodsOf, type Params, paramsFor } from '../account-automations/params.ts';
import { DestinationBanner } from '../assets/DestinationBanner.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { DestinationTag } from '../shared-cells.tsx';
import type { AssetRef } from './AccountDialog.tsx';
import { clearSecrets } from './AccountTable.tsx';
import { canBePushed, canBeTested, pushMethodOf, startAccountTask } from './account-tasks.ts';

const AccountDialog = lazy(() => import('./AccountDialog.tsx').then((module) => ({ default: module.AccountDialog })));
const ParamsDialog = lazy(() => import('../account-automations/ParamsDialog.tsx').then((module) => ({ default: module.ParamsDialog })));
const AccountSecret = lazy(() => import('./AccountSecret.tsx').then((module) => ({ default: module.AccountSecret })));

interface Account extends Row {
  name: string;
  username: string;
  asset: AssetRef | null;
  su_from: { id: string; name: string; username?: string } | null;
}

export function AccountDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const [editing, setEditing] = useState<Account>();
  return (
    <>
      <ResourceDetail<Account>
        definition={{
          resource: RESOURCES.account,
          id,
          update: false,
          actions: (account) =>
            can('accounts.change_account') && (
              <Button icon={<Pencil size={14} />} disabled={isRoot} onClick={() => setEditing(account)}>
                {t('screens:action.update')}
              </Button>
            ),
          facts: (account) => (
            <>
              <StatusTag tone={account.has_secret ? 'success' : 'neutral'} boxed>
                {t(account.has_secret ? 'accounts.hasSecret' : 'accounts.noSecret')}
              </StatusTag>
              {account.destination_confirmed === false && <DestinationTag boxed />}
              <span className="p-mono">{account.username}</span>
              {account.asset && <Link to={pageOf('asset', account.asset.id)}>{account.asset.name}</Link>}
            </>
          ),
          tabs: (account, detail) => [
            { name: 'Basic', title: t('screens:detail.basic'), render: () => <Basic account={account} detail={detail} /> },
          ],
        }}
      />
      <Suspense>
        {editing?.asset && <AccountDialog account={editing} asset={editing.asset} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
}

const accountLabel = ({ name, username }: Partial<Account>): string => (username ? `${name}(${username})` : String(name));

function Basic({ account, detail }: { account: Account; detail: DetailModel<Account> }) {
  const { t } = useTranslation(['features', 'screens', 'identity', 'accounts']);
  const { can } = useAuth();
  const [viewing, setViewing] = useState(false);
  const { isRoot } = useOrg();
  const [asking, setAsking] = useState(false);
  const runAction = useRunAction();
  const known = useQuery({
    queryKey: keyOf('platforms', 'methods'),
    queryFn: ({ signal }) => client.platforms.methods<Params>({}, { signal }),
    retry: false,
  }).data;
  const methods = known ? methodsOf([pushMethodOf(account.asset)], 'push_account_method', known) : {};
  const asksFirst = Object.keys(methods).length > 0;
  const push = (params?: object) => startAccountTask('push', [account.id], params);
  const locked = !can('accounts.change_account');
  return (
    <div className="s-columns-2">
      <div className="s-stack">
        {account.destination_confirmed === false && account.asset && can('assets.view_asset') && (
          <DestinationBanner assetId={String(account.asset.id)} onConfirmed={detail.refresh} />
        )}
        <AutoCard
          url={RESOURCES.account.url}
          row={account}
          title={t('screens:detail.basic')}
          exclude={['template', 'spec_info', 'params', 'version', 'source_id', 'org_name', 'destination_confirmed']}
          cells={{ asset: (row) => (row.asset ? <Link to={pageOf('asset', row.asset.id)}>{row.asset.name}</Link> : '-') }}
        />
      </div>
      <QuickActions
        actions={[
          {
            id: 'active',
            title: t('accounts.active'),
            checked: account.is_active === true,
            disabled: locked,
            toggle: (on) => detail.patch({ is_active: on, name: account.name }),
          },
          {
            id: 'privileged',
            title: t('accounts.privileged'),
            checked: account.privileged === true,
            disabled: locked,
            toggle: (on) => detail.patch({ privileged: on, name: account.name }),
          },
          {
            id: 'test',
            title: t('accounts.test'),
            verb: t('accounts:task.test'),
            icon: <PlugZap size={14} />,
            disabled: isRoot || !can('accounts.verify_account') || !canBeTested(account.asset),
            run: () => startAccountTask('verify', [account.id]),
            done: t('accounts:task.testing'),
          },
          {
            id: 'push',
            title: t('accounts:task.pushTitle'),
            help: t('accounts:task.pushHelp'),
            verb: t('accounts:task.push'),
            icon: <Send size={14} />,
            disabled: isRoot || !can('accounts.push_account') || !canBePushed(account.asset),
            ...(asksFirst ? { run: () => setAsking(true) } : { run: () => push(), done: t('accounts:task.pushing') }),
          },
          {
            id: 'view',
            title: t('accounts.viewSecret'),
            verb: t('screens:action.view'),
            icon: <Eye size={14} />,
            disabled: !can('accounts.view_accountsecret'),
            run: () => setViewing(true),
          },
          {
            id: 'clear',
            title: t('accounts.clearSecret'),
            verb: t('accounts.clear'),
            icon: <Eraser size={14} />,
            danger: true,
            disabled: locked || account.has_secret !== true,
            question: { title: t('accounts.clearSecret'), text: t('accounts.clearSecretText'), verb: t('accounts.clear'), danger: true },
            done: t('accounts.cleared'),
            run: () => clearSecrets([account.id]).then(detail.refresh),
          },
          {
            id: 'su',
            title: t('identity:account.switchFrom'),
            tip: t('identity:account.switchFromTip'),
            disabled: locked,
            url: addressOf('accounts', 'suFrom', { account: account.id, fields_size: 'mini' }),
            held: account.su_from && { id: account.su_from.id, name: accountLabel(account.su_from) },
            labelOf: accountLabel,
            pick: (id) => detail.patch({ su_from: id, name: account.name }),
          },
        ]}
      />
      <Suspense>
        {viewing && <AccountSecret account={account} onClose={() => setViewing(false)} />}
        {asking && (
          <ParamsDialog
            start={paramsFor(methods, undefined)}
            onClose={() => setAsking(false)}
            onSave={(params) => {
              setAsking(false);
              void runAction(() => push(params), { done: t('accounts:task.pushing') });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
