import { InvalidInput } from '@postern/contract/errors';
import { text as t } from '@postern/contract/text';
import { type Behaviour, boolean, comment, defineResource, integer, reference, textList, uniqueName } from '@postern/resource';
import { isAddressEntry } from '../../platform/auth/address-list.ts';

/** Which endpoint serves which targets, by their addresses (docs/decisions/0080). */
export const endpointRule = defineResource({
  name: 'endpointrule',
  app: 'terminal',
  path: 'endpoint-rules',
  table: 'endpoint_rules',
  label: t('Endpoint rule', '端点规则', 'エンドポイントルール'),
  labelPlural: t('Endpoint rules', '端点规则', 'エンドポイントルール'),
  scope: 'system',
  base: ['created_by', 'date_created', 'date_updated'],
  order: 'priority',
  fields: {
    name: uniqueName('global'),
    ip_group: textList({ label: t('Target addresses', '目标地址', '接続先アドレス'), default: ['*'] }),
    priority: integer({
      label: t('Priority', '优先级', '優先度'),
      help: t(
        '1 to 100; the rule with the lower number is asked first, of equal ones the first by name.',
        '1 到 100，数值小的规则优先匹配；相同时按名称排序。',
        '1～100。数字の小さいルールから順に、同じ数字なら名前の順に評価されます。',
      ),
      min: 1,
      max: 100,
      default: 50,
      noIndex: 'a handful of rows',
    }),
    endpoint: reference('endpoint', { label: t('Endpoint', '端点', 'エンドポイント'), nullable: true, onDelete: 'set null' }),
    is_active: boolean({ label: t('Active', '激活', '有効'), default: true }),
    comment: comment(),
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'endpoint_rules.ip_group': readonly string[];
  }
}

/** A name of a host: what assets may be called by instead of an address. Without a letter it is an address that was meant otherwise. */
const HOST_NAME = /^(?=.*[a-z])[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i;

export const endpointRuleBehaviour: Behaviour = {
  async prepare(_ctx, { values }) {
    const entries = values.ip_group as string[] | undefined;
    const bad = entries?.find((entry) => !isAddressEntry(entry) && !HOST_NAME.test(entry));
    if (bad !== undefined) throw InvalidInput.on('ip_group', 'invalid_addresses', { value: bad.slice(0, 64) });
  },
};
