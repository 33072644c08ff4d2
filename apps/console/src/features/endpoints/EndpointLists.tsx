import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';

/** What everything falls back to; it is never deleted (docs/decisions/0080). */
const DEFAULT_ENDPOINT = '00000000-0000-0000-0000-000000000001';
export const isDefault = ({ id }: Pick<Row, 'id'>): boolean => id === DEFAULT_ENDPOINT;

const PORTS = ['http', 'https', 'ssh', 'rdp', 'mysql', 'mariadb', 'postgresql', 'redis'] as const;
export const PORT_FIELDS = PORTS.map((name) => `${name}_port`);

/** Ports are names of doors and no amounts: without separators. */
const PORT_CELLS = Object.fromEntries(
  PORT_FIELDS.map((name) => [name, { width: name === 'postgresql_port' ? 104 : 84, render: (row: Row) => String(row[name] ?? '') }]),
);

/** Where clients are sent, by protocol (docs/behaviour/settings.md#terminal). */
export function EndpointList() {
  const { t } = useTranslation('features');
  const unless = useUnless();
  return (
    <>
      <Alert type="info" showIcon title={t('endpoints.hint')} className="s-alert" />
      <ResourceList
        definition={{
          resource: RESOURCES.endpoint,
          empty: t('belongs.endpoints'),
          global: true,
          linkTo: false,
          bulkDelete: false,
          delete: (row) => unless(!isDefault(row), 'refused:builtIn'),
          exclude: ['oracle_port', 'oracle_port_range'],
          defaults: ['name', 'host', ...PORT_FIELDS],
          min: ['name'],
          facts: ['host', 'ssh_port'],
          cells: { name: { width: 124 }, host: { width: 134 }, ...PORT_CELLS },
        }}
      />
    </>
  );
}

/** Which endpoint serves which targets (docs/behaviour/settings.md#terminal). */
export function EndpointRuleList() {
  const { t } = useTranslation('features');
  return (
    <>
      <Alert type="info" showIcon title={t('endpoints.ruleHint')} className="s-alert" />
      <ResourceList
        definition={{
          resource: RESOURCES.endpointRule,
          global: true,
          linkTo: false,
          bulkDelete: false,
          defaults: ['name', 'ip_group', 'priority', 'endpoint', 'is_active'],
          min: ['name'],
          facts: ['ip_group', 'endpoint'],
          cells: { name: { width: 160 }, ip_group: { width: 220 } },
          empty: t('endpoints.noRules'),
        }}
      />
    </>
  );
}
