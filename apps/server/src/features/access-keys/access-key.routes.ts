import { InvalidInput } from '@postern/contract/errors';
import {
  type Context,
  can,
  FLAG_SCHEMA,
  formatDatetime,
  objectSchema,
  ok,
  type Route,
  readBody,
  reader,
  TEXT_SCHEMA,
} from '@postern/resource';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { answerShape } from '../../platform/shown.ts';
import { accessKeyResource, accessKeyTerms, judgeTerms } from './access-key.resource.ts';
import { addAccessKey, type KeyTerms } from './access-key.service.ts';

/** Keys a person may hold; nobody needs more, and lists stay short. */
const MAX_KEYS = 100;

export interface AccessKeyDeps {
  /** Asks whoever sits at a browser to prove who they are. @throws CodedError `user_confirm_required` */
  confirm(ctx: Context): Promise<void>;
}

/** Clients of this API send nothing at all; ours may say at once what a key is held to. Whose it is says whether it may: `judgeTerms`. */
export const termsOfKey = reader<KeyTerms>({ title: accessKeyResource.label, fields: accessKeyTerms }, (given, ctx, kernel) => {
  if (given === undefined || given === null) return {};
  const { ip_group, date_expired, is_read_only, permissions } = readBody(kernel.byName('accesskey'), ctx, given, {
    verb: 'update',
    partial: true,
  });
  return Object.fromEntries(
    Object.entries({ ip_group, date_expired, is_read_only, permissions }).filter(([, value]) => value !== undefined),
  );
});

/** The terms of a key or a private token of the actor's own. */
export const keyTerms = reader<Promise<KeyTerms>>(termsOfKey.takes, async (given, ctx, kernel) => {
  const terms = termsOfKey.read(given, ctx, kernel);
  await judgeTerms(ctx, { ...terms });
  return terms;
});

/** What is answered of a new key: its secret is there this once. */
export const keyShape = answerShape(
  objectSchema({ id: TEXT_SCHEMA, secret: TEXT_SCHEMA, is_active: FLAG_SCHEMA, date_created: TEXT_SCHEMA }),
);

/** @throws InvalidInput too_many, for an owner who has as many keys as anybody may have */
export async function refuseMoreKeys(ctx: Context, owner: string): Promise<void> {
  const { count } = await ctx.tx
    .selectFrom('access_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow();
  if (count >= MAX_KEYS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_KEYS });
}

/**
 * A new key for the caller. Its secret is in this answer and in no other (decision 0066). A key outlives the login that makes
 * it, so a browser is asked again who sits there (decision 0033); programs, which have no session to ask in, make keys as the
 * contract says.
 */
export const accessKeyCreation = ({ confirm }: AccessKeyDeps): Route =>
  confirmed({
    method: 'POST',
    path: '/api/v1/authentication/access-keys/',
    name: 'authentication.accesskey.create',
    who: can('authentication.add_accesskey'),
    rows: { of: [accessKeyResource] },
    rootOrg: true,
    errors: ['user_confirm_required'],
    status: 201,
    body: keyTerms,
    answer: keyShape,
    confirm: async (ctx) => {
      if (ctx.session) await confirm(ctx);
    },
    async act(ctx, { body }) {
      await refuseMoreKeys(ctx, ctx.actor.id);
      const { id, secret, date_created } = await addAccessKey(ctx, ctx.actor.id, ctx.actor.name, body);
      ctx.audit({ action: 'create', resourceType: 'accesskey', resourceId: id, resource: id });
      return ok({ id, secret, is_active: true, date_created: formatDatetime(date_created, ctx.timeZone) }, 201);
    },
  });
