import type { Fact } from '@postern/ui';
import { KeyRound, RotateCcw, ScrollText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Resource, Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { BASE } from '../../startup/start.ts';
import { AssetLink } from '../accounts/AssetLink.tsx';
import { pageOf } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';
import { openLog } from '../tasks/task-log-page.ts';
import { type PlanName, planKind } from './plans.ts';
import { RecipientList } from './RecipientList.tsx';
import { StatusCell, snapshotOf } from './run-cells.tsx';
import { useStartPlan } from './useStartPlan.ts';

const SecretByHand = lazy(() => import('./SecretByHand.tsx').then((module) => ({ default: module.SecretByHand })));

const LIVE_MS = 5_000;

/** One run: what it was to do, how it went, and what became of each account. */
function RunDetail({ name }: { name: PlanName }) {
  const { t } = useTranslation(['features', 'screens', 'accounts']);
  const { id = '' } = useParams();
  const kind = planKind(name);
  const { records } = kind;
  return (
    <ResourceDetail
      definition={{
        resource: kind.run,
        id,
        readOnly: true,
        listTo: `${kind.plan.path}?activeTab=${kind.tabs.runs}`,
        titleOf: (run) => snapshotOf(run).name || String(run.id),
        facts: (run) => <StatusCell value={run.status} />,
        tabs: (run) => [
          { name: 'Basic', title: t('screens:detail.basic'), render: () => <Basic name={name} run={run} /> },
          {
            name: 'Records',
            title: t('noun:planRecord.title'),
            permissions: ['accounts.view_changesecretrecord'],
            hidden: records === undefined,
            render: () => records && <Records url={records} run={id} />,
          },
        ],
      }}
    />
  );
}

function Basic({ name, run }: { name: PlanName; run: Row }) {
  const { t } = useTranslation(['accounts', 'screens', 'tasks']);
  const kind = planKind(name);
  const { mayRetry, retry } = useStartPlan(kind);
  const { asset_amount = 0, node_amount = 0, name: planName, recipients } = snapshotOf(run);
  const extra: Fact[] = [
    {
      key: 'plan',
      label: t('run.plan'),
      value: run.automation ? <Link to={`${kind.plan.path}/${String(run.automation)}`}>{planName || String(run.automation)}</Link> : '-',
    },
    { key: 'assets', label: t('run.assets'), value: asset_amount },
    { key: 'nodes', label: t('run.nodes'), value: node_amount },
    ...(kind.recipients ? [{ key: 'recipients', label: t('run.recipients'), value: <RecipientList people={recipients} /> }] : []),
  ];
  return (
    <div className="s-columns-2">
      <AutoCard
        url={kind.run.url}
        row={run}
        title={t('screens:detail.basic')}
        fields={['id', 'status', 'trigger', 'date_start', 'date_finished']}
        cells={{ status: (row) => <StatusCell value={row.status} /> }}
        extra={extra}
      />
      <QuickActions
        actions={[
          {
            id: 'log',
            title: t('tasks:log'),
            verb: t('screens:action.view'),
            icon: <ScrollText size={14} />,
            run: () => openLog(BASE, String(run.id)),
          },
          ...(mayRetry(run)
            ? [
                {
                  id: 'retry',
                  title: t('run.retry'),
                  verb: t('run.retryVerb'),
                  icon: <RotateCcw size={14} />,
                  run: () => retry(run),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

/** What became of each account, with the reason where it failed (docs/wire/automations.md#records). */
function Records({ url, run }: { url: string; run: string }) {
  const { t } = useTranslation('accounts');
  const { can } = useAuth();
  const [entering, setEntering] = useState<Row>();
  const mayEnter = can('accounts.change_account') && can('accounts.verify_account');
  const resource: Resource = { noun: 'planRecord', app: 'accounts', model: 'changesecretrecord', url, path: '' };
  return (
    <>
      <ResourceList
        definition={{
          resource,
          query: { execution_id: run },
          name: 'planRecords',
          syncUrl: false,
          readOnly: true,
          transfer: false,
          selectable: false,
          linkTo: false,
          exclude: ['execution', 'is_success'],
          defaults: ['asset', 'account', 'status', 'date_finished', 'error'],
          min: ['asset', 'account'],
          facts: ['account', 'status'],
          cells: {
            asset: { width: 160, render: (row) => <AssetLink asset={row.asset} /> },
            account: {
              width: 150,
              render: (row) => {
                const held = row.account as Row | null;
                if (!held) return null;
                return can('accounts.view_account') ? <Link to={pageOf('account', held.id)}>{userLabel(held)}</Link> : userLabel(held);
              },
            },
            status: { Cell: StatusCell, width: 120 },
            error: { width: 320 },
          },
          search: { exclude: ['execution_id'] },
          refetchEvery: LIVE_MS,
          empty: t('run.noRecords'),
          // Of what is settled there is nothing to be done.
          rowActions: mayEnter
            ? [
                {
                  id: 'by-hand',
                  label: t('byHand.verb'),
                  icon: <KeyRound size={14} />,
                  shown: (row) => row.status === 'uncertain',
                  run: (row) => setEntering(row.account as Row),
                },
              ]
            : [],
        }}
      />
      <Suspense>{entering && <SecretByHand account={entering} onClose={() => setEntering(undefined)} />}</Suspense>
    </>
  );
}

export const PushRunDetail = () => <RunDetail name="push" />;
export const ChangeRunDetail = () => <RunDetail name="change" />;
export const GatherRunDetail = () => <RunDetail name="gather" />;
