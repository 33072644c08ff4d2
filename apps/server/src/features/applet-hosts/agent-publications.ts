import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  among,
  BY_ID,
  type Context,
  change,
  eb,
  fetchRows,
  type Kernel,
  narrowed,
  ok,
  present,
  type Reply,
  type ResolvedResource,
  type Row,
  shownFields,
} from '@postern/resource';
import { z } from 'zod';
import type { Host } from './agent-host.ts';
import { settleDeployments } from './deployments.ts';

/** What is published on a host. */
export const published = (kernel: Kernel, host: Host): ResolvedResource =>
  narrowed(kernel.byName('appletpublication'), (_ctx, at) => eb(at('host_id'), '=', host.id));

/** Publications as lists answer them. */
export const shownPublications = async (ctx: Context, kernel: Kernel, rows: readonly Row[]): Promise<unknown[]> => {
  const resource = kernel.byName('appletpublication');
  return present(kernel, resource, ctx, rows, shownFields(resource, ctx, 'list', {}));
};

/** A publication by the id or the name of its application, locked. */
export async function publicationOf(ctx: Context, kernel: Kernel, host: Host, given: string): Promise<Row> {
  const key = parseUuid(given);
  const which = key
    ? eb('t.applet_id', '=', key)
    : eb('t.applet_id', 'in', eb.selectFrom('applets as x').select('x.id').where('x.name', '=', given));
  const [row] = await fetchRows(kernel.byName('appletpublication'), ctx, [eb('t.host_id', '=', host.id), which], { lock: true });
  if (!row) throw new CodedError('object_does_not_exist', { resource: kernel.byName('applet').label[ctx.language] });
  return row;
}

/** Applications with their versions, as an agent finds them installed. */
export const reports = z
  .array(z.object({ name: z.string().max(128), version: z.union([z.string(), z.number()]).transform(String) }))
  .max(1_000);

/** What is installed on a host, as its agent finds it: an application that is not named is missing, another version is told as such. */
export async function noteInstalled(ctx: Context, kernel: Kernel, host: Host, found: z.output<typeof reports>): Promise<Reply> {
  const installed = new Map(found.map(({ name, version }) => [name, version]));
  const resource = kernel.byName('appletpublication');
  const rows = await fetchRows(resource, ctx, [eb('t.host_id', '=', host.id)], { order: BY_ID, lock: true });
  const ids = rows.map(({ applet_id }) => String(applet_id));
  const applets = await ctx.tx
    .selectFrom('applets')
    .select(['id', 'name', 'version'])
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
  const known = new Map(applets.map((one) => [one.id, one]));
  const after: Row[] = [];
  for (const row of rows) {
    const one = known.get(String(row.applet_id));
    const found = one && installed.get(one.name);
    const status = found === undefined ? 'failed' : found === one?.version ? 'success' : 'mismatch';
    after.push(row.status === status ? row : await change(resource, ctx, row, { status }));
  }
  await settleDeployments(ctx, kernel, host.id);
  return ok(await shownPublications(ctx, kernel, after));
}
