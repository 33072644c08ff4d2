import { ORG } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  at,
  comment,
  computed,
  defineResource,
  derived,
  eb,
  INTEGER_SCHEMA,
  NOBODY,
  recordSchema,
  text as textField,
} from '@postern/resource';

/** Organisations divide everything that is administered (docs/wire/organisations.md). */
export const organizationResource = defineResource({
  name: 'organization',
  app: 'orgs',
  path: 'orgs',
  table: 'organizations',
  label: text('Organisation', '组织', '組織'),
  labelPlural: text('Organisations', '组织', '組織'),
  scope: 'system',
  base: ['created_by', 'date_created'],
  fields: {
    name: textField({
      label: text('Name', '名称', '名前'),
      required: true,
      unique: 'global',
      filter: true,
      search: true,
    }),
    resource_statistics: computed({ label: text('Statistics', '资源统计', '統計'), type: 'field', answered: recordSchema(INTEGER_SCHEMA) }),
    comment: { ...comment(), options: { ...comment().options, search: true } },
    is_default: derived({
      label: text('Default', '默认组织', 'デフォルト'),
      type: 'boolean',
      expression: () => eb(at('t')('id'), '=', ORG.DEFAULT),
      order: false,
    }),
    is_root: derived({
      label: text('Global', '全局组织', 'グローバル'),
      type: 'boolean',
      // That one is no row.
      expression: () => NOBODY,
      order: false,
    }),
  },
  columns: { builtin: 'boolean not null default false' },
  order: 'name',
  mini: ['id', 'name'],
});
