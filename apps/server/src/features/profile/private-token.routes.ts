import { text } from '@postern/contract/text';
import { type Context, formatDatetime, listSchema, objectSchema, ok, type Route, TEXT_SCHEMA } from '@postern/resource';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { detail } from '../../platform/routes/detail.ts';
import { shown } from '../../platform/shown.ts';
import { keyTerms } from '../access-keys/index.ts';
import { endPrivateToken, issuePrivateToken, privateTokenOf } from '../users/index.ts';
import type { ProfileDeps } from './profile.ts';

const PATH = '/api/v1/users/profile/private-token/';
const OWN = { path: PATH, rows: { own: 'the private token of whoever calls' } } as const;
const TITLE = text('Private token', '私有令牌', 'プライベートトークン');

/** What programs were given stands in the log of operations: that there is one, and never which. */
function note(ctx: Context, before: string, after: string): void {
  const { id, username } = ctx.actor;
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: id,
    resource: username,
    changes: [{ field: 'private_token', before, after }],
  });
}

/** The one token of a person for programs that cannot sign. It opens for longer than a login: whoever makes one shows again who they are. */
export const privateTokenRoutes = (deps: ProfileDeps): readonly Route[] => [
  detail({
    ...OWN,
    name: 'users.profile.privatetoken',
    who: { allow: 'user' },
    answer: {
      title: TITLE,
      fields: {
        date_created: shown(text('Made', '创建时间', '作成日時'), 'datetime', { nullable: true }),
        ip_group: shown(text('Addresses', 'IP 组', 'IP アドレス'), 'field', { answered: listSchema(TEXT_SCHEMA) }),
        date_expired: shown(text('Ends', '失效时间', '有効期限'), 'datetime', { nullable: true }),
        is_read_only: shown(text('Reads only', '只读', '読み取り専用'), 'boolean'),
        permissions: shown(text('Rights', '权限', '権限'), 'field', { answered: listSchema(TEXT_SCHEMA) }),
      },
    },
    async show(ctx) {
      const made = await privateTokenOf(ctx, ctx.actor.id);
      return {
        date_created: formatDatetime(made?.date_created, ctx.timeZone),
        ip_group: made?.ip_group ?? ['*'],
        date_expired: formatDatetime(made?.date_expired, ctx.timeZone),
        is_read_only: made?.is_read_only ?? false,
        permissions: made?.permissions ?? [],
      };
    },
  }),
  confirmed({
    ...OWN,
    method: 'POST',
    name: 'users.profile.privatetoken.create',
    confirm: deps.confirm,
    body: keyTerms,
    status: 201,
    errors: ['user_confirm_required'],
    answer: { title: TITLE, schema: objectSchema({ token: TEXT_SCHEMA }) },
    async act(ctx, { body }) {
      const token = await issuePrivateToken(ctx, ctx.actor.id, body);
      note(ctx, '', '******');
      return ok({ token }, 201);
    },
  }),
  confirmed({
    ...OWN,
    method: 'DELETE',
    name: 'users.profile.privatetoken.remove',
    // Less is open afterwards: nobody is asked again for that.
    confirm: async () => undefined,
    status: 204,
    answer: null,
    async act(ctx) {
      if (await endPrivateToken(ctx, ctx.actor.id)) note(ctx, '******', '');
      return { status: 204 };
    },
  }),
];
