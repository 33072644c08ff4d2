import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { RESOURCES } from '../resources.ts';
import { isDefault } from './EndpointLists.tsx';

/** The list is a tab of the terminal settings; an object has no page of its own. */
const inTab = (name: string) => {
  const list = `${RESOURCES.component.path}?activeTab=${name}`;
  return { listTo: list, next: () => list, link: false } as const;
};

/** The Default endpoint has no host of its own: it is where people ask. */
export function EndpointForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.endpoint}
      groups={[
        { title: t('endpoints.basic'), fields: ['name', 'host', 'comment'] },
        { title: t('endpoints.ports'), purpose: t('endpoints.portsPurpose'), fields: ['http_port', 'https_port', 'ssh_port', 'rdp_port'] },
        { title: t('endpoints.databases'), fields: ['mysql_port', 'mariadb_port', 'postgresql_port', 'redis_port'] },
      ]}
      fields={{
        host: { help: t('endpoints.hostHelp'), disabled: (object) => object !== undefined && isDefault({ id: String(object.id) }) },
      }}
      {...inTab('EndpointList')}
    />
  );
}

export function EndpointRuleForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.endpointRule}
      groups={[
        { title: t('endpoints.basic'), fields: ['name', 'priority', 'is_active', 'comment'] },
        { title: t('endpoints.rule'), purpose: t('endpoints.rulePurpose'), fields: ['ip_group', 'endpoint'] },
      ]}
      {...inTab('EndpointRuleList')}
    />
  );
}
