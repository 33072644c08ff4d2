import { useTranslation } from 'react-i18next';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
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

/** The list of one kind of access rules. */
function AclPage({ definition, kind }: { definition: ListDefinition; kind: 'loginAcl' | 'assetAcl' | 'connectAcl' }) {
  const { t } = useTranslation('features');
  return (
    <Page title={t(`noun:${kind}.title`)}>
      <UnreadableRules kinds={[kind]} />
      <ResourceList definition={definition} />
    </Page>
  );
}

export function LoginAclList() {
  const { t } = useTranslation('acls');
  return <AclPage kind="loginAcl" definition={useAclList('loginAcl', t('loginEmpty'), { global: true })} />;
}

export function AssetAclList() {
  const { t } = useTranslation('acls');
  return <AclPage kind="assetAcl" definition={useAclList('assetAcl', t('assetEmpty'))} />;
}

export function ConnectAclList() {
  const { t } = useTranslation('acls');
  return <AclPage kind="connectAcl" definition={useAclList('connectAcl', t('connectEmpty'), { global: true })} />;
}
