import { useTranslation } from 'react-i18next';

/** Account aliases of the wire (docs/wire/accounts.md#names-that-stand-for-others), and the one that exists only in the form. */
export const ALIASES = { ALL: '@ALL', SPEC: '@SPEC', INPUT: '@INPUT', USER: '@USER', ANON: '@ANON' } as const;

export function usePermissionWords(): Readonly<Record<string, string>> {
  const { t } = useTranslation('features');
  return {
    [ALIASES.ALL]: t('permissions.all_accounts'),
    [ALIASES.SPEC]: t('permissions.spec'),
    [ALIASES.INPUT]: t('permissions.input'),
    [ALIASES.USER]: t('permissions.user'),
    [ALIASES.ANON]: t('permissions.anon'),
  };
}

/** The accounts of a permission in words. */
export const accountWords = (value: unknown, words: Readonly<Record<string, string>>): string[] =>
  Array.isArray(value)
    ? value
        .map(String)
        .filter((name) => name !== ALIASES.SPEC)
        .map((name) => words[name] ?? name)
    : [];
