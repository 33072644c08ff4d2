import { addressOf } from '@postern/client/api';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { relatedIds } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { AssetsSelect } from '../assets/AssetsSelect.tsx';

interface Extra {
  /** Query that narrows what is offered. */
  within?: Readonly<Record<string, string>>;
  /** A choice made outside the form, such as the assets that are left to correct; taken once for each new list. */
  put?: readonly Row['id'][] | undefined;
}

/** The assets that something is about. Emits ids. */
export function AssetsInput({ value, onChange, within, put, ...rest }: InputProps & Extra) {
  const { t } = useTranslation('screens');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list is put in place, not a new handler
  useEffect(() => {
    if (put) onChange?.([...put]);
  }, [put]);
  return (
    <AssetsSelect
      {...rest}
      value={value}
      onChange={onChange && ((next) => onChange(relatedIds(next)))}
      url={addressOf('assets', 'list', { fields_size: 'mini', ...within })}
      title={rest.info.label}
      verb={t('action.add')}
    />
  );
}
