import { type Context, change, fetchRow, holds, type Kernel, type Row, readBody, type Values } from '@postern/resource';
import { applyTemplate } from './template.ts';

/**
 * Makes an account that is there already say what a create asked for. Its name stays. So does everything when the secret is the
 * same, for those who may see it: to anybody else this would tell whether a guess is right.
 */
export async function overwrite(
  kernel: Kernel,
  ctx: Context,
  id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<{ row: Row; changed: boolean }> {
  const resource = kernel.byName('account');
  const before = await fetchRow(resource, ctx, id, { lock: true });
  const stored = await ctx.tx.selectFrom('accounts').select('secret').where('id', '=', id).executeTakeFirst();
  const values = readBody(resource, ctx, body, { verb: 'update', partial: true });
  if (body.template) {
    const place = { asset: before.asset_id, org_id: before.org_id };
    const {
      asset: _asset,
      org_id: _org,
      username: _username,
      ...copied
    } = await withTemplate(ctx, { ...values, ...place, template: body.template });
    Object.assign(values, copied);
  }
  const maySee = holds(ctx.actor, ['accounts.view_accountsecret']);
  const current = maySee && stored?.secret ? await ctx.secrets.open(stored.secret) : '';
  if (maySee && (values.secret ?? '') === current) return { row: before, changed: false };
  delete values.name;
  return { row: await change(resource, ctx, before, values, { body }), changed: true };
}

async function withTemplate(ctx: Context, values: Values): Promise<Values> {
  await applyTemplate(ctx, values);
  return values;
}
