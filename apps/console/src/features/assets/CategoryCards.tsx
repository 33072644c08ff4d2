import type { FieldInfo } from '@postern/contract/metadata';
import { isRecord } from '@postern/contract/wire';
import { FactList, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../fields/kinds.ts';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { ASSET_KINDS } from './asset-kinds.ts';
import type { Platform } from './category-fields.ts';
import { HARDWARE } from './hardware.ts';
import { usePlatform } from './usePlatform.ts';

const objectOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** What an asset has for its category: specific fields, custom fields, hardware; cards without content are left out. */
export function CategoryCards({ asset }: { asset: Row }) {
  const { t } = useTranslation('assets');
  const category = String(choiceValue(asset.category));
  const kind = ASSET_KINDS[category];
  const specific = Object.entries(objectOf(asset.spec_info)).filter(([name, value]) => name !== 'script' && value !== '');
  return (
    <>
      {kind && specific.length > 0 && (
        <AutoCard
          url={kind.url}
          row={{ ...asset, ...Object.fromEntries(specific) }}
          title={t('specific')}
          fields={specific.map(([name]) => name)}
        />
      )}
      {category === 'custom' && <CustomCard asset={asset} />}
      {category === 'host' && <HardwareCard asset={asset} />}
    </>
  );
}

/** Values of the fields that the custom platform asks for, under the labels it gives them. */
function CustomCard({ asset }: { asset: Row }) {
  const { t } = useTranslation('assets');
  const id = String(asset.id);
  const own = useQuery({
    queryKey: ['detail', RESOURCES.custom.url, id],
    queryFn: ({ signal }) => client.customs.retrieve(id, {}, { signal }),
  });
  const platform = usePlatform({
    platform: String(objectOf(asset.platform).id ?? ''),
    category: 'custom',
    resource: RESOURCES.custom,
    id,
  });
  const values = objectOf(own.data?.custom_info);
  const fields = platform.data?.custom_fields ?? [];
  const facts = Object.entries(values).map(([name, value]) => ({
    key: name,
    label: labelOf(fields, name),
    value: <Value value={value} />,
  }));
  if (facts.length === 0) return null;
  return (
    <Surface title={t('custom')}>
      <FactList facts={facts} />
    </Surface>
  );
}

const labelOf = (fields: NonNullable<Platform['custom_fields']>, name: string): string =>
  fields.find((field) => field.name === name)?.label ?? name;

function Value({ value, type = 'field' }: { value: unknown; type?: FieldInfo['type'] }) {
  const { Cell } = kindOf(type);
  return <Cell value={value} />;
}

/** What is known of the machine. */
function HardwareCard({ asset }: { asset: Row }) {
  const { t } = useTranslation('assets');
  const values = objectOf(asset.gathered_info);
  const facts = HARDWARE.filter((name) => values[name] !== undefined && values[name] !== '').map((name) => ({
    key: name,
    label: t(`hardwareField.${name}`),
    // The machine's own words, in whatever language it has them.
    value: (
      <span translate="no">
        <Value value={values[name]} />
      </span>
    ),
  }));
  if (facts.length === 0) return null;
  return (
    <Surface title={t('hardware')}>
      <FactList facts={facts} />
    </Surface>
  );
}
