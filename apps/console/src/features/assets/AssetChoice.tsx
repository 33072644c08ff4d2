import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { RelationCardProps } from '../../screens/detail/RelationCard.tsx';

const AssetPicker = onDemand(() => import('./AssetPicker.tsx').then((module) => module.AssetPicker));

/** Assets chosen from the tree for a card of related objects; those that are held are no choice. */
export function AssetChoice({ taken, add, close }: Parameters<NonNullable<RelationCardProps['picker']>>[0]) {
  const { t } = useTranslation(['features', 'screens']);
  return (
    <AssetPicker
      title={t('permissions.addAssets')}
      verb={t('screens:action.add')}
      canSelect={(row) => !taken.includes(row.id)}
      onPick={add}
      onClose={close}
    />
  );
}
