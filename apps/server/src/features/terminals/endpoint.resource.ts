import { text as t } from '@postern/contract/text';
import { comment, computed, defineResource, integer, text, uniqueName } from '@postern/resource';

const port = (name: string, fallback: number) => integer({ label: t(name, name, name), min: 0, max: 65535, default: fallback });

export const DEFAULT_ENDPOINT = '00000000-0000-0000-0000-000000000001';

/** A name or an address and nothing else, so that no command and no file gets more than that from it. */
const HOST = /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$|^[0-9a-f:.]{2,45}$/i;
export const isHost = (host: string): boolean => HOST.test(host);

/** Where clients reach a protocol (decision 0080); port 0 is off. */
export const endpoint = defineResource({
  name: 'endpoint',
  app: 'terminal',
  path: 'endpoints',
  table: 'endpoints',
  label: t('Endpoint', '端点', 'エンドポイント'),
  labelPlural: t('Endpoints', '端点', 'エンドポイント'),
  scope: 'system',
  base: ['created_by', 'date_created', 'date_updated'],
  order: 'name',
  fields: {
    name: uniqueName('global'),
    host: text({
      label: t('Host', '主机', 'ホスト'),
      max: 256,
      default: '',
      blank: true,
      search: true,
      filter: true,
      noIndex: 'a handful of rows',
    }),
    https_port: port('HTTPS', 443),
    http_port: port('HTTP', 80),
    ssh_port: port('SSH', 2222),
    rdp_port: port('RDP', 3389),
    mysql_port: port('MySQL', 33061),
    mariadb_port: port('MariaDB', 33062),
    postgresql_port: port('PostgreSQL', 54320),
    redis_port: port('Redis', 63790),
    // Nothing here listens for Oracle clients; existing ones draw both.
    oracle_port: computed({ label: t('Oracle', 'Oracle', 'Oracle'), type: 'integer' }),
    oracle_port_range: computed({ label: t('Oracle ports', 'Oracle 端口范围', 'Oracle のポート範囲'), type: 'string' }),
    comment: comment(),
  },
});
