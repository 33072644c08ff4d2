import { addressOf } from '@postern/client/api';
import { Button } from 'antd';
import { ListTree } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import type { Row } from '../../model/resource.ts';
import { assetLabel } from '../shared-labels.ts';
import { isGateway } from './asset-kinds.ts';

const AssetPicker = lazy(() => import('./AssetPicker.tsx').then((module) => ({ default: module.AssetPicker })));

const idOf = (item: unknown): Row['id'] =>
  typeof item === 'object' && item !== null
    ? String((item as { id?: unknown; pk?: unknown }).id ?? (item as { pk?: unknown }).pk)
    : String(item);

/** Assets of a form: found by name, or picked from tree and table. `within` narrows both. */
export function AssetsInput({ value, onChange, within, ...rest }: InputProps & { within?: Readonly<Record<string, string>> }) {
  const { t } = useTranslation(['identity', 'assets']);
  const [browsing, setBrowsing] = useState(false);
  const held = Array.isArray(value) ? (value as unknown[]) : [];
  const taken = new Set(held.map(idOf));
  return (
    <span className="s-input-beside">
      <RemoteSelect
        {...controlProps(rest)}
        url={addressOf('assets', 'list', within)}
        multiple
        value={value}
        onChange={onChange}
        labelOf={assetLabel}
        aria-label={rest.info.label}
      />
      <Button
        icon={<ListTree size={16} />}
        disabled={rest.disabled ?? false}
        aria-label={t('detail.browse')}
        title={t('detail.browse')}
        onClick={() => setBrowsing(true)}
      />
      <Suspense>
        {browsing && (
          <AssetPicker
            title={t('assets:domain.addAssets')}
            verb={t('assets:domain.addAssets')}
            canSelect={(asset) => !taken.has(asset.id) && !isGateway(asset)}
            {...(within ? { narrow: within } : {})}
            onPick={async (ids) => {
              onChange?.([...held, ...ids]);
              setBrowsing(false);
            }}
            onClose={() => setBrowsing(false)}
          />
        )}
      </Suspense>
    </span>
  );
}
