import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import type { Resource, Row } from '../../model/resource.ts';
import { actionOfRow } from '../../screens/detail/QuickActions.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { AssetLink } from '../accounts/AssetLink.tsx';
import { pageOf } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';
import { useLogAction } from '../tasks/useLogAction.tsx';
import { type PlanName, planKind } from './plans.ts';
import { RecipientList } from './RecipientList.tsx';
import { StatusCell, snapshotOf } from './run-cells.tsx';
import { useStartPlan } from './useStartPlan.tsx';

const SecretByHand = onDemand(() => import('./SecretByHand.tsx').then((module) => module.SecretByHand));

const LIVE_MS = 5_000;

/** One run: what it was to do, how it went, and what became of each account. */
function RunDetail({ name }: { name: PlanName }) {
  const { t } = useTranslation(['features', 'accounts']);
  const kind = planKind(name);
  const { retry } = useStartPlan(kind);
  const logOf = useLogAction();
  const { plan, run, records, recipients } = kind;
  return (
    <DetailPage
      resource={run}
      readOnly
      listTo={`${plan.path}?activeTab=${kind.tabs.runs}`}
      titleOf={(row) => snapshotOf(row).name || String(row.id)}
      facts={(row) => <StatusCell value={row.status} />}
      basic={{
        name: 'Basic',
        fields: ['id', 'status', 'trigger', 'date_start', 'date_finished'],
        cells: { status: (row) => <StatusCell value={row.status} /> },
        extra: (row) => {
          const snapshot = snapshotOf(row);
          return [
            {
              key: 'plan',
              label: t('accounts:run.plan'),
              value: row.automation ? (
                <Link to={`${plan.path}/${String(row.automation)}`}>{snapshot.name || String(row.automation)}</Link>
              ) : (
                '-'
              ),
            },
            { key: 'assets', label: t('accounts:run.assets'), value: snapshot.asset_amount ?? 0 },
            { key: 'nodes', label: t('accounts:run.nodes'), value: snapshot.node_amount ?? 0 },
            ...(recipients
              ? [{ key: 'recipients', label: t('accounts:run.recipients'), value: <RecipientList people={snapshot.recipients} /> }]
              : []),
          ];
        },
        actions: (row) => [logOf(row), actionOfRow(row, t('accounts:run.retry'), retry)],
      }}
      tabs={({ id }) => [
        {
          name: 'Records',
          title: t('noun:planRecord.title'),
          permissions: ['accounts.view_changesecretrecord'],
          hidden: records === undefined,
          render: () => records && <Records url={records} run={String(id)} />,
        },
      ]}
    />
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
                const account = row.account as Row | null;
                if (!account) return null;
                return can('accounts.view_account') ? (
                  <Link to={pageOf('account', account.id)}>{userLabel(account)}</Link>
                ) : (
                  userLabel(account)
                );
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
      {entering && <SecretByHand account={entering} onClose={() => setEntering(undefined)} />}
    </>
  );
}

export const PushRunDetail = () => <RunDetail name="push" />;
export const ChangeRunDetail = () => <RunDetail name="change" />;
export const GatherRunDetail = () => <RunDetail name="gather" />;
