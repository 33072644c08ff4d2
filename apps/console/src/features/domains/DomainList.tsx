import { PageHeader } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../fields/cells.tsx';
import { CellLink, ResourceList } from '../../screens/list/ResourceList.tsx';
import type { Row } from '../../screens/model/resource.ts';
import { useAuth } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';

const amount = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Networks that are entered through gateways (docs/behaviour/assets.md#domains). */
export function DomainList() {
  const { t } = useTranslation(['features', 'assets']);
  const { can } = useAuth();
  const gateways = (domain: Row): string | false => can('assets.view_gateway') && `${pageOf('domain', domain.id)}?activeTab=GatewayList`;
  return (
    <div className="s-page">
      <PageHeader title={t('noun.domain.title')} help={t('assets:help.domain')} />
      <ResourceList
        definition={{
          resource: RESOURCES.domain,
          defaults: ['name', 'assets', 'gateways', 'comment'],
          min: ['name'],
          facts: ['assets', 'gateways'],
          cells: {
            name: { width: 220 },
            assets: {
              width: 160,
              render: (domain) => <AmountCell value={domain.assets} />,
              text: (domain) => String(amount(domain.assets)),
            },
            gateways: {
              width: 160,
              render: (domain) => (
                <CellLink to={gateways(domain)}>
                  <AmountCell value={domain.gateways} />
                </CellLink>
              ),
              text: (domain) => String(amount(domain.gateways)),
            },
          },
          empty: t('assets:domain.empty'),
        }}
      />
    </div>
  );
}
