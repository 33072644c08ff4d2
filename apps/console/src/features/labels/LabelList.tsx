import { PageHeader } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../fields/cells.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { RESOURCES } from '../resources.ts';

/** Marks on assets (docs/behaviour/assets.md#labels). A label has no page of its own. */
export function LabelList() {
  const { t } = useTranslation(['features', 'assets']);
  return (
    <div className="s-page">
      <PageHeader title={t('noun.label.title')} />
      <ResourceList
        definition={{
          resource: RESOURCES.label,
          linkTo: false,
          // How many assets there are is said by their own column.
          exclude: ['category', 'asset_count'],
          defaults: ['name', 'value', 'assets', 'date_created', 'comment'],
          min: ['name', 'value'],
          facts: ['value', 'assets'],
          cells: {
            name: { width: 200 },
            value: { width: 200 },
            assets: {
              width: 100,
              render: (label) => <AmountCell value={label.assets} />,
              text: ({ asset_count }) => String(asset_count ?? 0),
            },
          },
          bulkUpdate: ['is_active', 'comment'],
          empty: t('assets:label.empty'),
        }}
      />
    </div>
  );
}
