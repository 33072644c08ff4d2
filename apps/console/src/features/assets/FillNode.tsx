import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { AssetPicker } from './AssetPicker.tsx';
import type { FillWay } from './node-menu.ts';

interface Props {
  nodeId: string;
  name: string;
  way: FillWay;
  onPick: (ids: Row['id'][]) => Promise<void>;
  onClose: () => void;
}

/** Chooses the assets that come to a node, or go from it. */
export function FillNode({ nodeId, name, way, onPick, onClose }: Props) {
  const { t } = useTranslation('tree');
  return (
    <AssetPicker
      title={t(`fillTitle.${way}`, { name })}
      hint={t(`fillHint.${way}`)}
      verb={t(`fillVerb.${way}`)}
      danger={way === 'remove'}
      // What hangs on nodes below cannot be taken off this one.
      {...(way === 'remove' ? { within: { node_id: nodeId, show_current_asset: '1' }, empty: t('noneHere') } : {})}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
