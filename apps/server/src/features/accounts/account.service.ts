import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  belongingTo,
  type Context,
  eb,
  holds,
  insert,
  insertMany,
  type Joined,
  type Kernel,
  type ResolvedResource,
  type Row,
  readBody,
  sharedLookups,
  shownFields,
} from '@postern/resource';
import { orgKey, takenKey } from './account.behaviour.ts';
import { accountRows } from './account.resource.ts';

/** Makes one account through the kernel's write path: the same rules whoever asks. `secret` may replace what the item says. */
export async function createAccount(kernel: Kernel, ctx: Context, item: Readonly<Record<string, unknown>>, secret?: string): Promise<Row> {
  const resource = kernel.byName('account');
  const values = readBody(resource, ctx, item, { verb: 'create', partial: false });
  if (secret !== undefined) values.secret = secret;
  return insert(resource, ctx, values, item);
}

/**
 * Makes several accounts on one asset through the same write path; the caller has seen to it that none of them is there.
 * @returns their ids in order; what is refused ends it all
 */
export async function createOn(
  kernel: Kernel,
  ctx: Context,
  asset: { id: string; org_id: string },
  items: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const resource = kernel.byName('account');
  const shared = sharedLookups();
  await shared.once(orgKey(asset.id), async () => ({ org_id: asset.org_id }));
  const drafts = items.map((item) => {
    const body = { ...item, asset: asset.id };
    return { values: readBody(resource, ctx, body, { verb: 'create', partial: false }), body };
  });
  for (const { values } of drafts) await shared.once(takenKey(asset.id, values), async () => undefined);
  return (await insertMany(resource, ctx, drafts, { shared })).map((outcome) => {
    if ('refusal' in outcome) throw outcome.refusal;
    return String(outcome.row.id);
  });
}

/** Secret of an account that is being cloned together with its asset: it comes along for those who may see it. */
async function clonedSecret(ctx: Context, id: unknown): Promise<string | undefined> {
  const source = parseUuid(id);
  if (!source || !holds(ctx.actor, ['accounts.view_accountsecret'])) return undefined;
  const found = await ctx.tx
    .selectFrom('accounts as c')
    .select('c.secret')
    .where('c.id', '=', source)
    .where(accountRows(ctx, 'c'))
    .executeTakeFirst();
  return found?.secret ? ctx.secrets.open(found.secret) : undefined;
}

/** Accounts given together with a new asset (docs/wire/assets.md#accounts-of-a-new-asset). */
export async function createForAsset(kernel: Kernel, ctx: Context, assetId: string, items: readonly unknown[]): Promise<void> {
  if (!holds(ctx.actor, ['accounts.add_account'])) throw new CodedError('accounts_not_added');
  for (const given of items) {
    if (typeof given !== 'object' || given === null) throw InvalidInput.on('accounts', 'not_an_object');
    const { id, ...item } = given as Record<string, unknown>;
    const secret = item.secret ? undefined : await clonedSecret(ctx, id);
    // A template supplies the name; the key only has to be there.
    const body = { ...(item.template ? { username: '' } : {}), ...item, asset: assetId };
    try {
      await createAccount(kernel, ctx, body, secret);
    } catch (error) {
      if (error instanceof InvalidInput && !Array.isArray(error.problems)) throw new InvalidInput({ accounts: error.problems });
      throw error;
    }
  }
}

/** Not said of an account that is shown with its asset: what the asset's own page says already, and what is looked up by rules of its own. */
const HIDDEN = new Set(['asset', 'spec_info', 'org_id', 'org_name']);

const shownWithAsset = (resource: ResolvedResource, ctx: Context) =>
  shownFields(resource, ctx, 'list', {}).filter((field) => !HIDDEN.has(field.name));

/** Accounts of an asset (`t`) in wire form, for those who may see accounts. */
export function accountsOfAsset(kernel: () => Kernel): Joined {
  const accounts = belongingTo(() => kernel().byName('account'), { by: 'asset_id', order: 'name', fields: shownWithAsset });
  const maySee = (ctx: Context): boolean => holds(ctx.actor, ['accounts.view_account']);
  return {
    expression: (ctx) => (maySee(ctx) ? accounts.expression(ctx) : eb.cast(eb.val('[]'), 'jsonb')),
    wire: (value, ctx, row) => (maySee(ctx) ? accounts.wire(value, ctx, row) : []),
  };
}
