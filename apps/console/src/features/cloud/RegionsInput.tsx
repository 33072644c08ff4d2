import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';

/** Regions of an account, asked of the cloud; others may be typed. Nothing chosen means all of them. */
export function RegionsInput({ value, onChange, info, account, ...rest }: InputProps & { account?: string | undefined }) {
  const { t } = useTranslation('cloud');
  const regions = useQuery({
    queryKey: keyOf('cloudRegions', 'list', { account_id: account }),
    queryFn: ({ signal }) => client.cloudRegions.list({ account_id: account }, { signal }),
    enabled: account !== undefined,
    retry: false,
  });
  return (
    <>
      <Select
        {...controlProps({ info, ...rest })}
        mode="tags"
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next: string[]) => onChange?.(next)}
        loading={regions.isFetching}
        placeholder={t('task.allRegions')}
        options={regions.data?.regions.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` })) ?? []}
        showSearch={{ optionFilterProp: 'label' }}
        tokenSeparators={[',']}
        aria-label={info.label}
      />
      {regions.isError && (
        <span className="s-input-hint is-wrong" role="alert">
          {errorMessage(regions.error)}
        </span>
      )}
    </>
  );
}
