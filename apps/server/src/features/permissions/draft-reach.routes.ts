import type { GrantReach } from '@postern/contract/grant-gaps';
import {
  type Context,
  can,
  FLAG_SCHEMA as FLAG,
  holds,
  INTEGER_SCHEMA as INTEGER,
  listSchema as list,
  objectSchema as object,
  type Route,
  TEXT_SCHEMA as TEXT,
} from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { answerShape, orNull } from '../../platform/shown.ts';
import { countAssets, countPeople } from './gaps.queries.ts';
import { gapsOf } from './gaps.ts';
import { assetPermission } from './permission.resource.ts';

/** What a permission would come to that is not saved yet (docs/wire/permissions.md#before-saving, decision 0166). */

/** More people times assets than this are worth a look before they are let in; so is whatever an organisation has, now and later. */
const WIDE = 100;

const { users, user_groups, assets, nodes, accounts, actions, is_active, date_start, date_expired } = assetPermission.fields;

const shape = answerShape(
  object({
    gaps: list(object({ value: TEXT, label: TEXT })),
    people: orNull(INTEGER),
    assets: orNull(INTEGER),
    whole: FLAG,
    wide: FLAG,
  }),
  'assetpermission.reach',
);

/** A number for who may list what was counted. */
const toldTo = (ctx: Context, code: string, amount: number) => (holds(ctx.actor, [code]) ? amount : null);

export const draftReachRoute: Route = question({
  path: `/api/v1/perms/asset-permissions/reach/`,
  name: 'perms.assetpermission.reach',
  who: can('perms.view_assetpermission'),
  rows: { of: [assetPermission] },
  answer: shape,
  body: { users, user_groups, assets, nodes, accounts, actions, is_active, date_start, date_expired },
  async tell(ctx, { body }): Promise<GrantReach> {
    const now = ctx.clock();
    const people = await countPeople(ctx, body.users ?? [], body.user_groups ?? []);
    const things = await countAssets(ctx, body.assets ?? [], body.nodes ?? []);
    const gaps = gapsOf(ctx, {
      people: people > 0,
      assets: things.amount > 0,
      accounts: body.accounts.length > 0,
      actions: body.actions > 0,
      active: body.is_active,
      start: body.date_start ?? now,
      end: body.date_expired,
    });
    return {
      gaps,
      people: toldTo(ctx, 'users.view_user', people),
      assets: toldTo(ctx, 'assets.view_asset', things.amount),
      whole: things.whole,
      wide: gaps.every(({ value }) => value === 'not_started') && (things.whole || people * things.amount > WIDE),
    };
  },
});
