import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { AssetPicker } from './AssetPicker.tsx';
import type { FillMode } from './node-menu.ts';

interface Props {
  nodeId: string;
  name: string;
  mode: FillMode;
  onPick: (ids: Row['id'][]) => Promise<void>;
  onClose: () => void;
}

/** Chooses the assets that come to a node, or go from it. */
export function FillNode({ nodeId, name, mode, onPick, onClose }: Props) {
  const { t } = useTranslation('tree');
  return (
    <AssetPicker
      title={t(`fillTitle.${mode}`, { name })}
      hint={t(`fillHint.${mode}`)}
      verb={t(`fillVerb.${mode}`)}
      danger={mode === 'remove'}
      // What hangs on nodes below cannot be taken off this one.
      {...(mode === 'remove' ? { within: { node_id: nodeId, show_current_asset: '1' }, empty: t('noneHere') } : {})}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
