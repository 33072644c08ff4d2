import { addressOf } from '@postern/client/api';
import { Button } from 'antd';
import { ListTree } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import { relatedId } from '../../fields/useRemoteOptions.ts';
import type { Row } from '../../model/resource.ts';
import { assetLabel } from '../shared-labels.ts';

const AssetPicker = lazy(() => import('../assets/AssetPicker.tsx').then((module) => ({ default: module.AssetPicker })));

interface Extra {
  /** Query that narrows what is offered. */
  within?: Readonly<Record<string, string>>;
  /** A choice made outside the form, such as the assets that are left to correct; taken once for each new list. */
  put?: readonly Row['id'][] | undefined;
}

/** Assets: found by name, or chosen from the tree in a dialog (docs/behaviour/forms.md#choosing-assets). Emits ids. */
export function AssetsInput({ value, onChange, info, within, put, ...rest }: InputProps & Extra) {
  const { t } = useTranslation(['screens', 'identity']);
  const [browsing, setBrowsing] = useState(false);
  const ids = (Array.isArray(value) ? value : []).flatMap((item) => relatedId(item) ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list is put in place, not a new handler
  useEffect(() => {
    if (put) onChange?.([...put]);
  }, [put]);
  return (
    <span className="s-input-beside">
      <RemoteSelect
        {...controlProps({ info, ...rest })}
        url={addressOf('assets', 'list', { fields_size: 'mini', ...within })}
        value={value}
        onChange={onChange}
        multiple
        labelOf={assetLabel}
        aria-label={info.label}
      />
      <Button
        icon={<ListTree size={16} />}
        disabled={rest.disabled ?? false}
        aria-label={t('identity:detail.browse')}
        title={t('identity:detail.browse')}
        onClick={() => setBrowsing(true)}
      />
      {browsing && (
        <Suspense fallback={null}>
          <AssetPicker
            title={info.label}
            verb={t('action.add')}
            canSelect={(row) => !ids.includes(row.id)}
            onPick={async (picked) => {
              onChange?.([...ids, ...picked]);
              setBrowsing(false);
            }}
            onClose={() => setBrowsing(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
