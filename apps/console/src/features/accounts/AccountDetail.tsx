import { addressOf } from '@postern/client/api';
import { StatusTag, WhyNot } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Eraser, Eye, Pencil, PlugZap, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { methodsOf, paramsFor } from '../account-automations/params.ts';
import { DestinationBanner } from '../assets/DestinationBanner.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { DestinationTag } from '../shared-cells.tsx';
import type { AssetRef } from './AccountDialog.tsx';
import { clearSecrets } from './AccountTable.tsx';
import { canBePushed, canBeTested, pushMethodOf, startAccountTask } from './account-tasks.ts';

const AccountDialog = onDemand(() => import('./AccountDialog.tsx').then((module) => module.AccountDialog));
const ParamsDialog = onDemand(() => import('../account-automations/ParamsDialog.tsx').then((module) => module.ParamsDialog));
const AccountSecret = onDemand(() => import('./AccountSecret.tsx').then((module) => module.AccountSecret));

interface Account extends Row {
  name: string;
  username: string;
  asset: AssetRef | null;
  su_from: { id: string; name: string; username?: string } | null;
}

const accountLabel = ({ name, username }: Partial<Account>): string => (username ? `${name}(${username})` : String(name));

export function AccountDetail() {
  const { t } = useTranslation(['features', 'screens', 'identity', 'accounts']);
  const { can } = useAuth();
  const { without, inRoot, unless } = useRefusals();
  const runAction = useRunAction();
  const [editing, setEditing] = useState<Account>();
  const [viewing, setViewing] = useState<Account>();
  const [asking, setAsking] = useState<Account>();
  const known = useQuery({
    queryKey: keyOf('platforms', 'methods'),
    queryFn: ({ signal }) => client.platforms.methods({}, { signal }),
    retry: false,
  }).data;
  const methodsFor = (account: Account) => (known ? methodsOf([pushMethodOf(account.asset)], 'push_account_method', known) : {});
  const push = (account: Account, params?: object) => startAccountTask('push', [account.id], params);
  const locked = without('accounts.change_account');
  return (
    <DetailPage<Account>
      resource={RESOURCES.account}
      update={false}
      actions={(account) =>
        !locked && (
          <WhyNot reason={inRoot}>
            <Button icon={<Pencil size={14} />} onClick={() => setEditing(account)}>
              {t('screens:action.update')}
            </Button>
          </WhyNot>
        )
      }
      facts={(account) => (
        <>
          <StatusTag tone={account.has_secret ? 'success' : 'neutral'} boxed>
            {t(account.has_secret ? 'accounts.hasSecret' : 'accounts.noSecret')}
          </StatusTag>
          {account.destination_confirmed === false && <DestinationTag boxed />}
          <span className="p-mono">{account.username}</span>
          {account.asset && <Link to={pageOf('asset', account.asset.id)}>{account.asset.name}</Link>}
        </>
      )}
      basic={{
        name: 'Basic',
        exclude: ['template', 'spec_info', 'params', 'version', 'source_id', 'org_name', 'destination_confirmed'],
        cells: { asset: ({ asset }) => (asset ? <Link to={pageOf('asset', asset.id)}>{asset.name}</Link> : '-') },
        above: (account, detail) =>
          account.destination_confirmed === false &&
          account.asset &&
          can('assets.view_asset') && <DestinationBanner assetId={String(account.asset.id)} onConfirmed={detail.refresh} />,
        actions: (account, detail) => [
          toggleAction(detail, 'is_active', { title: t('accounts.active'), refused: locked, also: { name: account.name } }),
          toggleAction(detail, 'privileged', { title: t('accounts.privileged'), refused: locked, also: { name: account.name } }),
          {
            id: 'test',
            title: t('accounts.test'),
            verb: t('accounts:task.test'),
            icon: <PlugZap size={14} />,
            refused: inRoot || without('accounts.verify_account') || unless(canBeTested(account.asset), 'refused:platform'),
            run: () => startAccountTask('verify', [account.id]),
            done: t('accounts:task.testing'),
          },
          {
            id: 'push',
            title: t('accounts:task.pushTitle'),
            help: t('accounts:task.pushHelp'),
            verb: t('accounts:task.push'),
            icon: <Send size={14} />,
            refused: inRoot || without('accounts.push_account') || unless(canBePushed(account.asset), 'refused:platform'),
            ...(Object.keys(methodsFor(account)).length > 0
              ? { run: () => setAsking(account) }
              : { run: () => push(account), done: t('accounts:task.pushing') }),
          },
          {
            id: 'view',
            title: t('accounts.viewSecret'),
            verb: t('screens:action.view'),
            icon: <Eye size={14} />,
            refused: without('accounts.view_accountsecret'),
            run: () => setViewing(account),
          },
          {
            id: 'clear',
            title: t('accounts.clearSecret'),
            verb: t('accounts.clear'),
            icon: <Eraser size={14} />,
            danger: true,
            refused: locked || unless(account.has_secret === true, 'refused:noSecret'),
            question: { title: t('accounts.clearSecret'), text: t('accounts.clearSecretText'), verb: t('accounts.clear'), danger: true },
            done: t('accounts.cleared'),
            run: () => clearSecrets([account.id]).then(detail.refresh),
          },
          {
            id: 'su',
            title: t('identity:account.switchFrom'),
            tip: t('identity:account.switchFromTip'),
            refused: locked,
            url: addressOf('accounts', 'suFrom', { account: account.id, fields_size: 'mini' }),
            selected: account.su_from && { id: account.su_from.id, name: accountLabel(account.su_from) },
            labelOf: accountLabel,
            pick: (id) => detail.patch({ su_from: id, name: account.name }),
          },
        ],
      }}
    >
      {editing?.asset && <AccountDialog account={editing} asset={editing.asset} onClose={() => setEditing(undefined)} />}
      {viewing && <AccountSecret account={viewing} onClose={() => setViewing(undefined)} />}
      {asking && (
        <ParamsDialog
          start={paramsFor(methodsFor(asking), undefined)}
          onClose={() => setAsking(undefined)}
          onSave={(params) => {
            setAsking(undefined);
            void runAction(() => push(asking, params), { done: t('accounts:task.pushing') });
          }}
        />
      )}
    </DetailPage>
  );
}
