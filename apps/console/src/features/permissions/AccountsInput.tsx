import { useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import type { InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import { useCan } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';
import { type AccountChoice, readAccounts, toggleKind, writeAccounts } from './account-choice.ts';
import { ALIASES, usePermissionWords } from './account-words.ts';

/** Which accounts a permission covers: all, named ones, and the ones people bring themselves (docs/behaviour/permissions.md#choice-of-accounts). */
export function AccountsInput({
  value,
  onChange,
  disabled,
  assets = [],
}: Pick<InputProps, 'value' | 'onChange' | 'disabled'> & { assets?: readonly string[] }) {
  const { t } = useTranslation(['features', 'people']);
  const words = usePermissionWords();
  const choice = readAccounts(value);
  const [typed, setTyped] = useState('');
  const username = useDebounced(typed.trim());
  const named = choice.kinds.includes(ALIASES.SPEC);
  const known = useCan('accounts.view_account');
  const asked = { username, assets: assets.slice(0, 20).join(',') };
  const hints = useQuery({
    queryKey: keyOf('accounts', 'usernames', asked),
    // Who only asks for access is told no names.
    enabled: named && known,
    queryFn: ({ signal }) => client.accounts.usernames(asked, { signal }),
  });
  const templates = useCan(['accounts.view_accounttemplate', 'accounts.add_account']);
  const emit = (next: AccountChoice) => onChange?.(writeAccounts(next));
  const help: Record<string, string> = {
    [ALIASES.INPUT]: t('permissions.inputHelp'),
    [ALIASES.USER]: t('permissions.userHelp'),
    [ALIASES.ANON]: t('permissions.anonHelp'),
  };
  return (
    <div className="s-stack">
      <div className="s-choices">
        {Object.values(ALIASES).map((kind) => (
          <Checkbox
            key={kind}
            checked={choice.kinds.includes(kind)}
            disabled={disabled ?? false}
            title={help[kind]}
            onChange={(event) => emit(toggleKind(choice, kind, event.target.checked))}
          >
            {words[kind]}
            {help[kind] && <small>{help[kind]}</small>}
          </Checkbox>
        ))}
      </div>
      {named && (
        <Select
          mode="tags"
          aria-label={t('permissions.usernames')}
          placeholder={t('permissions.usernamesHint')}
          value={[...choice.names]}
          disabled={disabled ?? false}
          tokenSeparators={[',', ' ']}
          showSearch={{ onSearch: setTyped }}
          options={(hints.data ?? []).filter((name) => !choice.names.includes(name)).map((name) => ({ value: name, label: name }))}
          onChange={(names: string[]) => emit({ ...choice, names: names.filter((name) => !/^[@%]/.test(name)) })}
        />
      )}
      {named && templates && (
        <div>
          <RemoteSelect
            multiple
            url={RESOURCES.accountTemplate.url}
            labelOf={userLabel}
            aria-label={t('people:templates')}
            placeholder={t('people:templates')}
            value={[...choice.templates]}
            disabled={disabled}
            onChange={(ids) => emit({ ...choice, templates: (ids as string[] | undefined) ?? [] })}
          />
          <small>{t('people:templatesHelp')}</small>
        </div>
      )}
    </div>
  );
}
