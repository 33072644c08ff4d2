import { PageHeader } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { RESOURCES } from '../resources.ts';
import { UnreadableRules } from './UnreadableRules.tsx';

const COLUMNS = ['name', 'priority', 'action', 'is_active', 'comment'];

/** What the lists of all access rules have in common (docs/behaviour/permissions.md#access-rules). */
export function useAclList(
  kind: 'loginAcl' | 'assetAcl' | 'commandAcl' | 'connectAcl',
  empty: string,
  more: Partial<ListDefinition> = {},
): ListDefinition {
  return {
    resource: RESOURCES[kind],
    exclude: ['users', 'assets', 'accounts', 'rules', 'connect_methods'],
    defaults: COLUMNS,
    min: ['name'],
    facts: ['action', 'is_active'],
    transfer: false,
    empty,
    ...more,
  };
}

export function LoginAclList() {
  const { t } = useTranslation(['acls', 'features']);
  const definition = useAclList('loginAcl', t('loginEmpty'), { global: true });
  return (
    <div className="s-page">
      <PageHeader title={t('noun:loginAcl.title')} />
      <UnreadableRules kinds={['loginAcl']} />
      <ResourceList definition={definition} />
    </div>
  );
}

export function AssetAclList() {
  const { t } = useTranslation(['acls', 'features']);
  const definition = useAclList('assetAcl', t('assetEmpty'));
  return (
    <div className="s-page">
      <PageHeader title={t('noun:assetAcl.title')} />
      <UnreadableRules kinds={['assetAcl']} />
      <ResourceList definition={definition} />
    </div>
  );
}

export function ConnectAclList() {
  const { t } = useTranslation(['acls', 'features']);
  const definition = useAclList('connectAcl', t('connectEmpty'), { global: true });
  return (
    <div className="s-page">
      <PageHeader title={t('noun:connectAcl.title')} />
      <UnreadableRules kinds={['connectAcl']} />
      <ResourceList definition={definition} />
    </div>
  );
}
