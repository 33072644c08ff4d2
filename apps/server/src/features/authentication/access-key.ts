import { randomUUID } from 'node:crypto';
import { text } from '@postern/contract/text';
import { type Behaviour, boolean, computed, defineBehaviour, defineResource } from '@postern/resource';
import { sql } from 'kysely';

/** Keys with which a person's programs sign their requests (contract/authentication.md §11). Only the owner sees them. */
export const accessKeyResource = defineResource({
  name: 'accesskey',
  app: 'authentication',
  path: 'access-keys',
  table: 'access_keys',
  label: text('Access key', '访问密钥', 'アクセスキー'),
  labelPlural: text('Access keys', '访问密钥', 'アクセスキー'),
  scope: 'system',
  rootOrg: true,
  bulk: false,
  clientIds: false,
  title: 'id',
  base: ['date_created'],
  fields: {
    secret: computed({ label: text('Secret', '密钥', 'シークレット'), type: 'string', unexported: true }),
    is_active: boolean({ label: text('Active', '激活', 'アクティブ'), default: true }),
  },
  // Sealed and not hashed: to check a signature the secret itself is needed.
  columns: { sealed_secret: 'text not null', user_id: 'uuid not null' },
  order: '-date_created',
  indexes: ['user_id'],
});

export const accessKeyBehaviour: Behaviour = defineBehaviour({
  rows: (ctx) => sql<boolean>`t.user_id = ${ctx.actor.id}`,
  computed: {
    secret: async (ctx, rows) => new Map(rows.map((row) => [String(row['id']), ctx.secrets.open(String(row['sealed_secret']))])),
  },
  async prepare(ctx, { verb, values }) {
    if (verb !== 'create') return;
    values['user_id'] = ctx.actor.id;
    values['sealed_secret'] = ctx.secrets.seal(randomUUID());
  },
});
