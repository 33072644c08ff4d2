import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../fields/AmountCell.tsx';
import type { Row } from '../../model/resource.ts';
import { CellLink } from '../../screens/list/ResourceList.tsx';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';

const amount = (value: unknown): string => String(Array.isArray(value) ? value.length : 0);

/** Networks that are entered through gateways (docs/behaviour/assets.md#domains). */
export function DomainList() {
  const { t } = useTranslation('assets');
  const { can } = useAuth();
  const gateways = (domain: Row): string | false => can('assets.view_gateway') && `${pageOf('domain', domain.id)}?activeTab=GatewayList`;
  return (
    <ListPage
      help={t('help.domain')}
      resource={RESOURCES.domain}
      defaults={['name', 'assets', 'gateways', 'comment']}
      min={['name']}
      facts={['assets', 'gateways']}
      cells={{
        name: { width: 220 },
        assets: { width: 160, Cell: AmountCell, text: (domain) => amount(domain.assets) },
        gateways: {
          width: 160,
          render: (domain) => (
            <CellLink to={gateways(domain)}>
              <AmountCell value={domain.gateways} />
            </CellLink>
          ),
          text: (domain) => amount(domain.gateways),
        },
      }}
      empty={t('domain.empty')}
    />
  );
}
