import { isIP } from 'node:net';
import { DRAFT_RESOURCES } from '@postern/contract/access';
import { ALL_ACTIONS, actionsOf } from '@postern/contract/actions';
import { type Text, text as words } from '@postern/contract/text';
import {
  type Context,
  can,
  choice,
  datetime,
  type Field,
  fetchRow,
  integer,
  json,
  nested,
  Problem,
  type Route,
  type RowOf,
  text,
  textList,
} from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { WORDS } from '../../platform/shown.ts';
import { assetPermission } from '../permissions/index.ts';
import { effectOf, MAX_ASSETS, MAX_PEOPLE } from './effect.ts';
import { explain } from './explain.ts';
import type { AccessDeps } from './person.ts';
import { effectShape, explanationShape } from './shapes.ts';

/**
 * Explain access: our own addition to the wire, beside the calls of docs/wire/permissions.md (docs/decisions/0048).
 * Both answers are for who may look at permissions; people and assets are found as whoever asks may see them.
 */

/** Far beyond what anybody turns to; only a bound. */
const MAX_PAGE = 1_000_000_000;

type HasFactor = AccessDeps['hasFactor'];

const BASE = '/api/v1/perms/access';
const who = can('perms.view_assetpermission', 'users.view_user', 'assets.view_asset');

/** Ids that `fetchRow` looks up: one that leads nowhere is a 404, whatever it looks like. */
const id = (label: Text) => ({ label, max: 64 });
const DRAFT = words('Draft', '草稿', '下書き');

const situation = {
  /** Of the person; the caller's own without it. */
  address: text({ label: WORDS.address_ip, max: 64, check: (value) => (isIP(value) === 0 ? { code: 'invalid_ip' } : undefined) }),
  /** The moment; now without it. */
  at: datetime({ label: WORDS.date }),
};

/** The context of another moment, and the address to judge by. */
const placed = (ctx: Context, { address = ctx.origin.ip, at }: { address?: string; at?: Date }) => ({
  ctx: at ? { ...ctx, clock: () => at } : ctx,
  address,
});

/** One id and more, but not many: each is looked at by itself. */
function few(label: Text, most: number): Field<string[], 'sometimes'> {
  const { kind, options } = textList(id(label));
  return {
    options,
    kind: {
      ...kind,
      parse(input, field, ctx) {
        if (Array.isArray(input) && input.length === 0) throw new Problem('required');
        if (Array.isArray(input) && input.length > most) throw new Problem('too_many', { max: most });
        return kind.parse(input, field, ctx);
      },
    },
  };
}

/** A body as it would be sent to save a rule; what it says is judged as saving it would. */
const body = json({ label: WORDS.details, holds: { type: 'object' } }) as Field<Record<string, unknown>, 'sometimes'>;

const asked = (what: 'explain' | 'effect') =>
  ({ path: `${BASE}/${what}/`, name: `perms.access.${what}`, who, rows: { of: [assetPermission] } }) as const;

const explaining = (hasFactor: HasFactor): Route =>
  question({
    ...asked('explain'),
    answer: explanationShape,
    body: {
      user: text({ ...id(WORDS.user), required: true }),
      asset: text({ ...id(WORDS.asset), required: true }),
      account: text({ label: words('Account', '账号', 'アカウント') }),
      protocol: text({ label: words('Protocol', '协议', 'プロトコル'), max: 32 }),
      connect_method: text({ label: words('Connect method', '连接方式', '接続方法'), max: 64 }),
      action: choice({ label: WORDS.actions, choices: actionsOf(ALL_ACTIONS) }),
      ...situation,
    },
    errors: ['object_does_not_exist'],
    async tell(outer, { body: given, kernel }) {
      const { ctx, address } = placed(outer, given);
      const user = (await fetchRow(kernel.byName('user'), ctx, given.user)) as RowOf<{ table: 'users' }>;
      const asset = (await fetchRow(kernel.byName('asset'), ctx, given.asset)) as RowOf<{ table: 'assets' }>;
      const { account, protocol, action, connect_method: method } = given;
      return explain(ctx, { kernel, hasFactor }, asset, { userId: user.id, assetId: asset.id, account, protocol, action, method, address });
    },
  });

const trying = (hasFactor: HasFactor): Route =>
  question({
    ...asked('effect'),
    answer: effectShape,
    body: {
      draft: nested(
        {
          resource: choice({ label: WORDS.type, choices: DRAFT_RESOURCES.map((value) => ({ value, label: WORDS.type })), required: true }),
          /** The rule that is changed or deleted; a new one without it. */
          id: text(id(WORDS.id)),
          /** Nothing for a deletion. */
          body,
        },
        { label: DRAFT, required: true },
      ),
      users: few(WORDS.user, MAX_PEOPLE),
      assets: few(WORDS.asset, MAX_ASSETS),
      page: integer({ label: words('Page', '页', 'ページ'), min: 1, max: MAX_PAGE }),
      ...situation,
    },
    errors: ['object_does_not_exist', 'permission_denied'],
    async tell(outer, { body: given, kernel }) {
      const { ctx, address } = placed(outer, given);
      return effectOf(ctx, { kernel, hasFactor }, { ...given, address });
    },
  });

export const accessRoutes = (hasFactor: HasFactor): readonly Route[] => [explaining(hasFactor), trying(hasFactor)];
