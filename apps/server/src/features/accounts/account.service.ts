import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  among,
  type Context,
  holds,
  insert,
  insertMany,
  type Kernel,
  present,
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
  return (await insertMany(resource, ctx, drafts, {}, shared)).map((outcome) => {
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

/** Accounts of assets in wire form, without what the asset's own page says already. */
export async function listForAssets(kernel: Kernel, ctx: Context, assetIds: readonly string[]): Promise<Map<string, unknown[]>> {
  const resource = kernel.byName('account');
  const hidden = new Set(['asset', 'spec_info', 'org_id', 'org_name']);
  const fields = shownFields(resource, ctx, 'list', {}).filter((field) => !hidden.has(field.name));
  const rows = await ctx.tx
    .selectFrom('accounts as t')
    .selectAll('t')
    .select((eb) => eb('t.secret', 'is not', null).as('has_secret'))
    .where(({ ref }) => among(ref('t.asset_id'), assetIds))
    .orderBy('t.name')
    .execute();
  const wires = await present(kernel, resource, ctx, rows, fields);
  const found = new Map<string, unknown[]>();
  for (const [at, row] of rows.entries()) {
    found.set(row.asset_id, [...(found.get(row.asset_id) ?? []), wires[at]]);
  }
  return found;
}
