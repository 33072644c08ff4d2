import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import { controlProps, type InputProps } from './field-props.ts';
import { kindOf } from './kinds.ts';
import { RemoteSelect } from './RemoteSelect.tsx';

type Extra = { url?: string; labelOf?: (row: Row) => string; multiple?: boolean; creatable?: boolean };

/** Related objects, emitted as `{pk}`; with `creatable`, what is typed becomes a new one `{name}` (docs/behaviour/forms.md#object-selects). */
export function ObjectSelect({ info, value, onChange, placeholder, url, labelOf, multiple, creatable, ...rest }: InputProps & Extra) {
  const { t } = useTranslation('fields');
  const from = url ?? info.url;
  if (!from) return null;
  return (
    <RemoteSelect
      {...controlProps({ info, ...rest })}
      url={from}
      value={value}
      onChange={onChange}
      multiple={multiple ?? kindOf(info.type).isMany ?? false}
      creatable={creatable}
      emit="object"
      labelOf={labelOf}
      placeholder={placeholder ?? (creatable ? t('select.addNew') : undefined)}
      aria-label={info.label}
    />
  );
}

const labelText = (row: Row): string =>
  typeof row.value === 'string' && row.value !== '' ? `${String(row.name ?? '')}:${row.value}` : relatedName(row);

/** Labels: picked from the list, or typed as `name:value` to make a new one. */
export function NewLabelSelect(props: InputProps & Extra) {
  const { t } = useTranslation('fields');
  return (
    <ObjectSelect
      {...props}
      url={props.url ?? props.info.url ?? addressOf('labels')}
      labelOf={labelText}
      multiple
      creatable
      placeholder={props.placeholder ?? t('select.addLabel')}
    />
  );
}
