import { text } from '@postern/contract/text';
import {
  and,
  type Behaviour,
  boolean,
  type Context,
  can,
  datetime,
  defineResource,
  derived,
  eb,
  noContent,
  type RowOf,
  rowsOf,
  text as textField,
} from '@postern/resource';

/** Passwords that open one login within minutes, in place of the real one (docs/decisions/0107). Only the owner sees that they are there. */
export const tempTokenResource = defineResource({
  name: 'temptoken',
  app: 'authentication',
  path: 'temp-tokens',
  table: 'temp_tokens',
  label: text('Temporary password', '临时密码', '一時パスワード'),
  labelPlural: text('Temporary passwords', '临时密码', '一時パスワード'),
  scope: 'system',
  rootOrg: true,
  bulk: false,
  clientIds: false,
  // Made by a route of its own: clients send no body at all.
  verbs: ['list', 'retrieve'],
  title: 'username',
  base: ['date_created', 'date_updated'],
  fields: {
    username: textField({ label: text('Username', '用户名', 'ユーザー名'), readOnly: true, max: 128, order: false, default: '' }),
    verified: boolean({ label: text('Used', '已使用', '使用済み'), readOnly: true }),
    is_valid: derived({
      label: text('Valid', '有效', '有効'),
      type: 'boolean',
      order: false,
      expression: (ctx: Context) => and(eb('t.verified', '=', false), eb('t.date_expired', '>', ctx.clock())),
    }),
    date_verified: datetime({ label: text('Used at', '使用时间', '使用日時'), readOnly: true, nullable: true, order: false }),
    date_expired: datetime({ label: text('Expires', '失效日期', '有効期限'), readOnly: true, required: true }),
  },
  // A hash is enough: the secret is random and long, and nobody is told it again.
  columns: { secret_hash: 'text not null', user_id: 'uuid not null' },
  order: '-date_created',
  orderable: ['date_created', 'date_expired'],
  indexes: ['user_id, date_created'],
  actions: {
    expire: { method: 'PATCH', on: 'detail', path: 'expire', policy: can('authentication.change_temptoken'), status: 204 },
  },
});

/** They are their owner's alone. */
export const tempTokenRows = rowsOf(tempTokenResource, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

export const tempTokenBehaviour: Behaviour = {
  rows: tempTokenRows,
  actions: {
    async expire(ctx, _request, row) {
      // Of one of one's own: the kernel found its row.
      const { id, username, date_expired } = row as RowOf<typeof tempTokenResource>;
      const now = ctx.clock();
      if (date_expired <= now) return noContent;
      await ctx.tx.updateTable('temp_tokens').set({ date_expired: now, date_updated: now }).where('id', '=', id).execute();
      ctx.audit({
        action: 'update',
        resourceType: 'temptoken',
        resourceId: id,
        resource: username,
        changes: [{ field: 'date_expired', before: date_expired.toISOString(), after: now.toISOString() }],
      });
      return noContent;
    },
  },
};
