import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { PageTabs } from '../../screens/page/PageTabs.tsx';
import { useAuth } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { useAclList } from './AclList.tsx';
import { UnreadableRules } from './UnreadableRules.tsx';

/** Command filters and the groups of commands they name, on one page under two addresses (docs/behaviour/permissions.md#groups-of-commands). */
export function CommandAcls() {
  const { t } = useTranslation(['acls', 'features']);
  const { can } = useAuth();
  const { pathname } = useLocation();
  const filters = useAclList('commandAcl', t('commandEmpty'), {
    defaults: ['name', 'command_groups', 'priority', 'action', 'is_active', 'comment'],
  });
  return (
    <Page title={t('noun:commandAcl.title')}>
      <UnreadableRules kinds={['commandAcl', 'commandGroup']} />
      <PageTabs
        initial={pathname.startsWith(RESOURCES.commandGroup.path) ? 'CommandGroup' : 'CommandFilterACL'}
        tabs={[
          ...(can('acls.view_commandfilteracl')
            ? [
                {
                  name: 'CommandFilterACL',
                  title: t('noun:commandAcl.title'),
                  render: () => <ResourceList definition={filters} />,
                },
              ]
            : []),
          ...(can('acls.view_commandgroup')
            ? [
                {
                  name: 'CommandGroup',
                  title: t('noun:commandGroup.title'),
                  render: () => (
                    <ResourceList
                      definition={{
                        resource: RESOURCES.commandGroup,
                        defaults: ['name', 'type', 'content', 'ignore_case', 'comment'],
                        min: ['name'],
                        facts: ['type', 'content'],
                        transfer: false,
                        empty: t('groupEmpty'),
                      }}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}
