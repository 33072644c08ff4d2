import { FactList, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { SYSTEM_ORG_ID } from '../../session/organisations.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';

type Statistic = 'users_amount' | 'groups_amount' | 'assets_amount' | 'nodes_amount' | 'domains_amount' | 'asset_perms_amount';

interface Organization extends Row {
  name: string;
  is_default: boolean;
  resource_statistics?: Partial<Record<Statistic, number>>;
}

/** What it holds, and the words for that. */
const STATISTICS = {
  users_amount: 'noun:user.title',
  groups_amount: 'noun:group.title',
  assets_amount: 'noun:asset.title',
  nodes_amount: 'people:nodes',
  domains_amount: 'noun:domain.title',
  asset_perms_amount: 'noun:permission.title',
} as const satisfies Record<Statistic, string>;

export function OrganizationDetail() {
  const { t } = useTranslation(['features', 'people']);
  const unless = useUnless();
  const statistics = (amounts: Organization['resource_statistics']) =>
    Object.entries(STATISTICS).map(([key, words]) => ({ key, label: t(words), value: amounts?.[key as Statistic] }));
  return (
    <DetailPage<Organization>
      resource={RESOURCES.organization}
      global
      delete={(organization) => unless(!organization.is_default && organization.id !== SYSTEM_ORG_ID, 'refused:builtIn')}
      basic={{
        name: 'Basic',
        exclude: ['resource_statistics', 'is_root'],
        beside: ({ resource_statistics }) => (
          <Surface title={t('organizations.statistics')}>
            <FactList facts={statistics(resource_statistics)} />
          </Surface>
        ),
      }}
    />
  );
}
