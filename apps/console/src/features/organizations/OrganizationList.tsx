import { PageHeader } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { SYSTEM_ORG_ID } from '../../session/organisations.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

export function OrganizationList() {
  const { t } = useTranslation('features');
  return (
    <div className="s-page">
      <PageHeader title={t('noun.organization.title')} help={t('organizations.empty')} />
      <ResourceList
        definition={{
          resource: RESOURCES.organization,
          global: true,
          bulkDelete: false,
          clone: false,
          exclude: ['resource_statistics', 'is_root'],
          defaults: ['name', 'is_default', 'comment', 'created_by', 'date_created'],
          min: ['name'],
          facts: ['comment', 'date_created'],
          cells: { is_default: { Cell: WhenTrue }, comment: { width: 260 } },
          // The built-in ones stay (contract/orgs.md).
          delete: (organization) => organization.is_default !== true && organization.id !== SYSTEM_ORG_ID,
          empty: t('organizations.empty'),
        }}
      />
    </div>
  );
}
