import { Button } from '@postern/ui';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import { relatedId } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { assetLabel } from '../shared-labels.ts';

const AssetPicker = onDemand(() => import('./AssetPicker.tsx').then((module) => module.AssetPicker));

interface Extra {
  /** The list to choose from by name. */
  url: string;
  /** Of the dialog with the tree, and of its button. */
  title: string;
  verb: string;
  /** Narrows what the dialog offers. */
  narrow?: Readonly<Record<string, string>> | undefined;
  canSelect?: (asset: Row) => boolean;
}

/** Assets: found by name, or chosen from the tree in a dialog (docs/behaviour/forms.md#choosing-assets). Those that are held are no choice. */
export function AssetsSelect({ value, onChange, info, url, title, verb, narrow, canSelect, ...rest }: InputProps & Extra) {
  const { t } = useTranslation('identity');
  const [browsing, setBrowsing] = useState(false);
  const selected: unknown[] = Array.isArray(value) ? value : [];
  const taken = new Set(selected.map(relatedId));
  return (
    <span className="s-input-beside">
      <RemoteSelect
        {...controlProps({ info, ...rest })}
        url={url}
        value={value}
        onChange={onChange}
        multiple
        labelOf={assetLabel}
        aria-label={info.label}
      />
      <Button
        icon={<ListTree size={16} />}
        locked={rest.disabled}
        aria-label={t('detail.browse')}
        title={t('detail.browse')}
        onClick={() => setBrowsing(true)}
      />
      {browsing && (
        <AssetPicker
          title={title}
          verb={verb}
          {...(narrow ? { narrow } : {})}
          canSelect={(asset) => !taken.has(asset.id) && (canSelect?.(asset) ?? true)}
          onPick={async (ids) => {
            onChange?.([...selected, ...ids]);
            setBrowsing(false);
          }}
          onClose={() => setBrowsing(false)}
        />
      )}
    </span>
  );
}
