import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../fields/AmountCell.tsx';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';

/** Marks on assets (docs/behaviour/assets.md#labels). A label has no page of its own. */
export function LabelList() {
  const { t } = useTranslation('assets');
  return (
    <ListPage
      resource={RESOURCES.label}
      linkTo={false}
      // How many assets there are is said by their own column.
      exclude={['category', 'asset_count']}
      defaults={['name', 'value', 'assets', 'date_created', 'comment']}
      min={['name', 'value']}
      facts={['value', 'assets']}
      cells={{
        name: { width: 200 },
        value: { width: 200 },
        assets: { width: 100, Cell: AmountCell, text: ({ asset_count }) => String(asset_count ?? 0) },
      }}
      bulkUpdate={['is_active', 'comment']}
      empty={t('label.empty')}
    />
  );
}
