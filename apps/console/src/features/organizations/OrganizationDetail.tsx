import { FactList, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { Row } from '../../screens/model/resource.ts';
import { SYSTEM_ORG_ID } from '../../session/organisations.ts';
import { RESOURCES } from '../resources.ts';

type Statistic = 'users_amount' | 'groups_amount' | 'assets_amount' | 'nodes_amount' | 'domains_amount' | 'asset_perms_amount';

interface Organization extends Row {
  name: string;
  is_default: boolean;
  resource_statistics?: Partial<Record<Statistic, number>>;
}

export function OrganizationDetail() {
  const { t } = useTranslation(['features', 'screens', 'people']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail<Organization>
      definition={{
        resource: RESOURCES.organization,
        id,
        global: true,
        delete: (organization) => !organization.is_default && organization.id !== SYSTEM_ORG_ID,
        tabs: (organization) => [
          {
            name: 'Basic',
            title: t('screens:detail.basic'),
            render: () => (
              <div className="s-columns-2">
                <AutoCard
                  url={RESOURCES.organization.url}
                  row={organization}
                  title={t('screens:detail.basic')}
                  exclude={['resource_statistics', 'is_root']}
                />
                <Surface title={t('organizations.statistics')}>
                  <FactList
                    facts={[
                      { key: 'users', label: t('noun.user.title'), value: organization.resource_statistics?.users_amount },
                      { key: 'groups', label: t('noun.group.title'), value: organization.resource_statistics?.groups_amount },
                      { key: 'assets', label: t('noun.asset.title'), value: organization.resource_statistics?.assets_amount },
                      { key: 'nodes', label: t('people:nodes'), value: organization.resource_statistics?.nodes_amount },
                      { key: 'domains', label: t('noun.domain.title'), value: organization.resource_statistics?.domains_amount },
                      {
                        key: 'permissions',
                        label: t('noun.permission.title'),
                        value: organization.resource_statistics?.asset_perms_amount,
                      },
                    ]}
                  />
                </Surface>
              </div>
            ),
          },
        ],
      }}
    />
  );
}
