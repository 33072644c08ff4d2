import type { AccessObject, AccessRemedy, AccessStep } from '@postern/contract/access';
import { exactTime } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { usePermissionWords } from '../permissions/account-words.ts';
import { pageOf, RESOURCES } from '../resources.ts';

const PAGES: Readonly<Partial<Record<AccessObject['type'], keyof typeof RESOURCES>>> = {
  user: 'user',
  usergroup: 'group',
  asset: 'asset',
  assetpermission: 'permission',
  loginacl: 'loginAcl',
  loginassetacl: 'assetAcl',
  commandfilteracl: 'commandAcl',
  connectmethodacl: 'connectAcl',
};

/** Page of a rule or object; undefined for what has none, or may not be seen. */
export function pageOfObject({ type, id }: AccessObject): string | undefined {
  if (id === null) return undefined;
  if (type === 'node') return `${RESOURCES.asset.path}?node_id=${encodeURIComponent(id)}`;
  const kind = PAGES[type];
  return kind && pageOf(kind, id);
}

/** Steps and remedies as sentences. */
export function useAccessWords() {
  const { t, i18n } = useTranslation('access');
  const aliases = usePermissionWords();
  const alias = (name: string): string => aliases[name] ?? name;
  const named = (params: Readonly<Record<string, string>>): Record<string, string> => ({
    ...params,
    ...(params.accounts === undefined ? {} : { accounts: params.accounts.split(', ').map(alias).join(', ') }),
    ...(params.account === undefined ? {} : { account: alias(params.account) }),
    ...(params.from ? { from: exactTime(params.from, i18n.language) } : {}),
    ...(params.until ? { until: exactTime(params.until, i18n.language) } : {}),
  });
  return {
    alias,
    step: ({ code, params }: AccessStep): string =>
      t(`step.${code}`, {
        ...named(params),
        ...(params.action === undefined
          ? {}
          : { action: code === 'command_filter' ? t(`filters.${params.action}`) : t(`actions.${params.action}`) }),
      }),
    remedy: ({ code, params }: AccessRemedy): string =>
      code === 'create_account' && !params.account
        ? t('remedy.create_account_any')
        : t(`remedy.${code}`, { ...named(params), ...(params.action === undefined ? {} : { action: t(`actions.${params.action}`) }) }),
  };
}
