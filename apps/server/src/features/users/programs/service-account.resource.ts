import { text } from '@postern/contract/text';
import {
  at,
  boolean,
  comment,
  datetime,
  defineResource,
  derived,
  eb,
  type Row,
  type RowOf,
  reference,
  rowsOf,
  uniqueName,
} from '@postern/resource';
import { virtualMany } from '../virtual-field.ts';
import { isSponsored } from './sponsored.ts';

const t = at('t');

/** Of the keys of an account the one that was used last, and what is asked of it. */
const lastUsed = (column: 'date_last_used' | 'last_used_from') =>
  eb
    .selectFrom('access_keys as k')
    .select(`k.${column}`)
    .where('k.user_id', '=', eb.ref('t.id'))
    .where('k.date_last_used', 'is not', null)
    .orderBy('k.date_last_used', 'desc')
    .limit(1);

/**
 * Accounts of programs (docs/decisions/0202): they have roles of one organisation and keys, and nothing to log in with. Who asks by one is a row
 * of `users` with the same id, which no list of people shows.
 */
export const serviceAccountResource = defineResource({
  name: 'serviceaccount',
  app: 'users',
  path: 'service-accounts',
  table: 'service_accounts',
  label: text('Service account', '服务账号', 'サービスアカウント'),
  labelPlural: text('Service accounts', '服务账号', 'サービスアカウント'),
  scope: 'org',
  // An id of somebody else's choice could be that of a person.
  clientIds: false,
  base: ['created_by', 'date_created', 'date_updated'],
  fields: {
    name: uniqueName('org'),
    org_roles: virtualMany(text('Organisation roles', '组织角色', '組織ロール'), 'orgrole', '/api/v1/rbac/org-roles/', {
      show: ['id', 'display_name', 'name'],
      required: true,
    }),
    sponsor: reference('user', {
      label: text('Sponsor', '担保人', '責任者'),
      help: text(
        'The person of the organisation who answers for the program.',
        '为该程序负责的组织成员。',
        'このプログラムに責任を持つ、組織の人です。',
      ),
      required: true,
      // Of an account whose sponsor is gone.
      nullable: true,
      onDelete: 'set null',
      filter: true,
      show: ['id', 'name', 'username'],
    }),
    // Without a default: that it never ends is said, and does not come about by leaving it out.
    date_expired: datetime({ label: text('Expires', '失效日期', '有効期限'), required: true, nullable: true, filter: true }),
    is_active: boolean({ label: text('Active', '激活', 'アクティブ'), default: true, filter: true }),
    is_expired: derived({
      label: text('Expired', '已过期', '期限切れ'),
      type: 'boolean',
      expression: (ctx) => eb.and([eb(t('date_expired'), 'is not', null), eb(t('date_expired'), '<=', ctx.clock())]),
      order: false,
    }),
    without_sponsor: derived({
      label: text('Without a sponsor', '无担保人', '責任者なし'),
      type: 'boolean',
      expression: (ctx) => eb.not(isSponsored(ctx, 't')),
      order: false,
      filter: true,
    }),
    date_last_used: derived({
      label: text('Last used', '最后使用时间', '最終使用日時'),
      type: 'datetime',
      expression: () => lastUsed('date_last_used'),
      order: false,
      nullable: true,
    }),
    last_used_from: derived({
      label: text('Used from', '使用地址', '使用元アドレス'),
      type: 'string',
      expression: () => eb.fn.coalesce(lastUsed('last_used_from'), eb.val('')),
      order: false,
    }),
    comment: comment(),
  },
  // Whoever manages such accounts was told that the sponsor is gone.
  columns: { sponsor_loss_told: 'boolean not null default false' },
  order: 'name',
  mini: ['id', 'name'],
  small: ['id', 'name', 'comment', 'is_active', 'date_expired', 'created_by', 'date_created'],
});

export type ServiceAccountRow = RowOf<typeof serviceAccountResource>;
/** The kernel, which knows resources by their definitions only, hands out rows of any; where this is called they are service accounts. */
export const asServiceAccount = (row: Row): ServiceAccountRow => row as ServiceAccountRow;

export const serviceAccountRows = rowsOf(serviceAccountResource);
