import { addressAt } from '@postern/client/api';
import { isRecord } from '@postern/contract/wire';
import { FactList, StatusTag, Surface } from '@postern/ui';
import { Cpu, PlugZap, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { kindOf } from '../../fields/kinds.ts';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { childrenOf } from '../../model/nested.ts';
import type { Row } from '../../model/resource.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { AccountTable } from '../accounts/AccountTable.tsx';
import { isAutomated, MAY, startOnAsset } from '../assets/asset-tasks.ts';
import { CategoryCards } from '../assets/CategoryCards.tsx';
import { DestinationBanner } from '../assets/DestinationBanner.tsx';
import { LoadCell } from '../components/ComponentPages.tsx';
import { RESOURCES } from '../resources.ts';
import { ConnectivityCell, DestinationTag } from '../shared-cells.tsx';
import { HOSTS } from './applets.ts';
import { DeploymentTable } from './DeploymentTable.tsx';
import { HostSetUp } from './HostSetUp.tsx';
import { LeaseTable } from './LeaseTable.tsx';
import { PublicationTable } from './PublicationTable.tsx';

interface Host extends Row {
  name: string;
  address: string;
  is_active: boolean;
}

const FACTS = [
  'id',
  'name',
  'address',
  'protocols',
  'platform',
  'load',
  'date_synced',
  'connectivity',
  'date_verified',
  'date_created',
  'created_by',
  'comment',
];

/** One host: how it fares, its logins and who uses them, its applications, and how it is set up (docs/behaviour/settings.md#remote-applications). */
export function HostDetail() {
  const { t } = useTranslation(['applets', 'assets', 'noun']);
  const { without, unless } = useRefusals();
  const locked = without('terminal.change_applethost');
  const starting = (id: 'test' | 'refresh', host: Host) => ({
    id,
    refused: without(MAY[id]) || unless(host.is_active === true, 'refused:off') || unless(isAutomated(host, id), 'refused:platform'),
    run: () => startOnAsset(id, host),
  });
  return (
    <DetailPage<Host>
      resource={RESOURCES.appletHost}
      global
      listTo={HOSTS}
      facts={(host) => (
        <>
          <LoadCell row={host} />
          {!host.is_active && (
            <StatusTag tone="neutral" boxed>
              {t('inactive')}
            </StatusTag>
          )}
          {host.destination_confirmed === false && <DestinationTag boxed />}
          <span className="p-mono">{host.address}</span>
        </>
      )}
      basic={{
        fields: FACTS,
        cells: {
          protocols: (host) => <TagsCell value={host.protocols} />,
          load: (host) => <LoadCell row={host} />,
          connectivity: (host) => <ConnectivityCell value={host.connectivity} />,
        },
        above: (host, detail) =>
          host.destination_confirmed === false && <DestinationBanner assetId={String(host.id)} onConfirmed={detail.refresh} />,
        below: (host) => <CategoryCards asset={host} />,
        actions: (host, detail) => [
          toggleAction(detail, 'is_active', { title: t('active'), refused: locked }),
          {
            ...starting('test', host),
            title: t('assets:task.testTitle'),
            verb: t('assets:task.test'),
            icon: <PlugZap size={14} />,
            done: t('assets:task.testing'),
          },
          {
            ...starting('refresh', host),
            title: t('assets:task.refreshTitle'),
            verb: t('assets:task.refreshVerb'),
            icon: <Cpu size={14} />,
            done: t('assets:task.refreshing'),
          },
          {
            id: 'logins',
            title: t('host.loginsTitle'),
            help: t('host.loginsHelp'),
            verb: t('host.loginsVerb'),
            icon: <UserPlus size={14} />,
            refused: locked,
            run: () => client.appletHosts.generate(String(host.id), undefined),
            done: t('host.loginsDone'),
          },
        ],
      }}
      tabs={(host) => [
        {
          name: 'Account',
          title: t('noun:account.title'),
          permissions: ['accounts.view_account'],
          render: () => <AccountTable asset={host} />,
        },
        { name: 'Leases', title: t('noun:appletLease.title'), render: () => <LeaseTable host={String(host.id)} /> },
        { name: 'Applets', title: t('noun:applet.title'), render: () => <PublicationTable of="host" id={String(host.id)} /> },
        { name: 'Deployment', title: t('noun:appletHostDeployment.title'), render: () => <DeploymentTable host={host} /> },
        {
          name: 'SetUp',
          title: t('setUp.title'),
          render: () => (
            <div className="s-stack">
              <HostSetUp host={host} />
              <Options host={host} />
            </div>
          ),
        },
      ]}
    />
  );
}

/** What the host is set up with, under the labels of the form. */
function Options({ host }: { host: Host }) {
  const { t } = useTranslation('applets');
  const { data } = useMetadata(addressAt(RESOURCES.appletHost.url, 'retrieve', host.id));
  const info = data?.actions.GET?.deploy_options ?? data?.actions.PUT?.deploy_options;
  const values = isRecord(host.deploy_options) ? host.deploy_options : {};
  const facts = Object.entries((info && childrenOf(info)) ?? {}).map(([name, child]) => {
    const { Cell } = kindOf(child.type);
    return { key: name, label: child.label, value: <Cell value={values[name]} info={child} /> };
  });
  return (
    <Surface title={t('host.options')}>
      <FactList facts={facts} />
    </Surface>
  );
}
