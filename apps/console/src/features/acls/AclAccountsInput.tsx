import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';

const ALL = '@ALL';

/** Accounts a rule is about: all, or those with one of these usernames (docs/behaviour/permissions.md#forms-of-rules). */
export function AclAccountsInput({ id, info, value, onChange, disabled = false }: InputProps) {
  const { t } = useTranslation('acls');
  const names = Array.isArray(value) ? value.map(String) : [];
  const all = names.includes(ALL);
  return (
    <fieldset id={id} className="s-controls s-many" aria-label={info.label}>
      <Radio.Group
        value={all}
        disabled={disabled}
        options={[
          { value: true, label: t('allAccounts') },
          { value: false, label: t('namedAccounts') },
        ]}
        onChange={({ target }) => onChange?.(target.value ? [ALL] : [])}
      />
      {!all && (
        <Select
          mode="tags"
          aria-label={t('usernames')}
          placeholder={t('usernames')}
          value={names}
          disabled={disabled}
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          onChange={(next: string[]) => onChange?.(next.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('@')))}
        />
      )}
    </fieldset>
  );
}
