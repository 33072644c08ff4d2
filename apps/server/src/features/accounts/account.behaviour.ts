import { randomBytes } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { CATEGORIES, CATEGORY_LABELS, typeLabel } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import {
  type Behaviour,
  type Context,
  defineBehaviour,
  fetchRow,
  holds,
  type Kernel,
  type Row,
  type Values,
  type Write,
} from '@postern/resource';
import { sql } from 'kysely';
import { platformConfig } from '../assets/index.ts';
import { type AccountPart, accountWritten } from '../destinations/index.ts';
import { contains, findNode, within } from '../nodes/index.ts';
import { overwrite } from './overwrite.ts';
import { recordHistory } from './secret-history.ts';
import { keyInfo, readPrivateKey } from './ssh-key.ts';
import { applyTemplate } from './template.ts';

/** A secret that is typed into shells and templates elsewhere must not carry their marks (docs/wire/accounts.md#secrets-in-a-body). */
export function checkSecret(secretType: string, secret: string): void {
  if (secretType !== 'ssh_key' && (secret.includes('{{') || /['"]/.test(secret))) throw InvalidInput.on('secret', 'secret_content');
}

/** Stored form of a secret: keys re-encoded without their passphrase, everything else as it came. */
export function storedSecret(
  secretType: string,
  secret: string,
  passphrase: string | undefined,
): { secret: string; fingerprint: string | null } {
  checkSecret(secretType, secret);
  if (secretType !== 'ssh_key') return { secret, fingerprint: null };
  const key = readPrivateKey(secret, passphrase);
  return { secret: key.pem, fingerprint: key.fingerprint };
}

async function freeName(ctx: Context, assetId: unknown, wanted: string): Promise<string> {
  const { rows } = await sql`select 1 from accounts where asset_id = ${assetId} and name = ${wanted} limit 1`.execute(ctx.tx);
  return rows.length === 0 ? wanted : `${wanted.slice(0, 120)}_${randomBytes(2).toString('hex')}`;
}

/**
 * An account that is there already answers a create that says so (docs/wire/accounts.md#when-it-is-there-already): as it is, or
 * overwritten by somebody who may change accounts.
 */
async function standIn(kernel: Kernel, ctx: Context, write: Write, existing: string): Promise<void> {
  const { values } = write;
  if (values.on_invalid === 'skip') {
    write.instead = await fetchRow(kernel.byName('account'), ctx, existing);
    return;
  }
  if (values.on_invalid !== 'update') throw InvalidInput.on('non_field_errors', 'unique');
  if (!holds(ctx.actor, ['accounts.change_account'])) throw new CodedError('permission_denied');
  write.instead = (await overwrite(kernel, ctx, existing, write.body)).row;
}

/** What is asked about each account to be made; who makes many finds the answers in one query and puts them under these keys. */
export const orgKey = (assetId: string): string => `org of asset ${assetId}`;
export const takenKey = (assetId: string, { name, username, secret_type }: Readonly<Record<string, unknown>>): string =>
  `taken ${JSON.stringify([assetId, name, username, secret_type])}`;

async function prepareCreate(kernel: Kernel, ctx: Context, write: Write): Promise<void> {
  const { values, shared } = write;
  const asset = await shared.once(orgKey(String(values.asset)), async () => {
    const { rows } = await sql<{ org_id: string }>`
      select org_id from assets where id = ${values.asset} ${ctx.org.isRoot ? sql`` : sql`and org_id = ${ctx.org.id}`}`.execute(ctx.tx);
    return rows[0];
  });
  if (!asset) throw InvalidInput.on('asset', 'does_not_exist', { value: String(values.asset) });
  values.org_id = asset.org_id;
  // Only what came of a template follows it: its secrets to come would else go to a place of anybody's choice.
  delete values.source_id;
  if (values.source === 'template') values.source = 'local';
  if (values.template) await applyTemplate(ctx, values);
  if (!values.name) values.name = await freeName(ctx, values.asset, String(values.username ?? ''));
  const taken = await shared.once(takenKey(String(values.asset), values), async () => {
    const { rows } = await sql<{ id: string }>`
      select id from accounts where asset_id = ${values.asset}
        and (name = ${values.name} or (username = ${values.username} and secret_type = ${values.secret_type}))
      order by (username = ${values.username} and secret_type = ${values.secret_type}) desc limit 1`.execute(ctx.tx);
    return rows[0]?.id;
  });
  if (taken) await standIn(kernel, ctx, write, taken);
}

/** Switching is possible from another account of the same asset only. */
async function checkSwitch(ctx: Context, write: Write): Promise<void> {
  const from = write.values.su_from;
  if (!from) return;
  const assetId = write.values.asset ?? write.before?.asset_id;
  const { rows } =
    await sql`select 1 from accounts where id = ${from} and asset_id = ${assetId} and id is distinct from ${write.before?.id ?? null}::uuid`.execute(
      ctx.tx,
    );
  if (rows.length === 0) throw InvalidInput.on('su_from', 'does_not_exist', { value: String(from) });
}

async function prepare(kernel: Kernel, ctx: Context, write: Write): Promise<void> {
  const { values, before } = write;
  if (write.verb === 'create') {
    await prepareCreate(kernel, ctx, write);
    if (write.instead) return;
  } else {
    // Any change by hand takes an account off its template.
    values.source_id = null;
    if (values.name === '') delete values.name;
  }
  await checkSwitch(ctx, write);
  const secretType = String(values.secret_type ?? before?.secret_type ?? 'password');
  const given = values.secret;
  if (given === null || given === '') delete values.secret;
  else if (typeof given === 'string') {
    const stored = storedSecret(secretType, given, values.passphrase as string | undefined);
    values.secret = stored.secret;
    values.ssh_fingerprint = stored.fingerprint;
  }
  const changed = values.secret !== undefined || (before && values.secret_type !== undefined && values.secret_type !== before.secret_type);
  if (before && changed) values.version = Number(before.version) + 1;
}

const sourceOf = (values: Values): 'given' | 'template' | undefined =>
  values.secret === undefined ? undefined : values.template ? 'template' : 'given';

const movedParts = (before: Row, row: Row): AccountPart[] => [
  ...(before.secret_type === row.secret_type ? [] : (['secret_type'] as const)),
  ...(before.su_from_id === row.su_from_id ? [] : (['su_from'] as const)),
];

/** Wire objects of the assets of accounts. */
export async function assetObjects(ctx: Context, ids: readonly (string | number)[]): Promise<Map<string, unknown>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    address: string;
    platform_id: number;
    platform: string;
    category: string;
    type: string;
  }>`
    select a.id, a.name, a.address, p.id as platform_id, p.name as platform, p.category, p.type
    from assets a join platforms p on p.id = a.platform_id where a.id = any(${[...ids]}::uuid[])`.execute(ctx.tx);
  const config = await platformConfig(
    ctx,
    rows.map((row) => row.platform_id),
  );
  const category = (value: string) => {
    const known = CATEGORIES.find((one) => one === value);
    return { value, label: known ? render(CATEGORY_LABELS[known], ctx.language) : value };
  };
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        address: row.address,
        type: { value: row.type, label: render(typeLabel(row.type), ctx.language) },
        category: category(row.category),
        platform: { id: row.platform_id, name: row.platform },
        auto_config: config.get(row.platform_id) ?? {},
      },
    ]),
  );
}

const byAsset = (_ctx: Context, value: string) => (parseUuid(value) ? sql<boolean>`t.asset_id = ${parseUuid(value)}` : sql<boolean>`false`);
const assetWhere = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<boolean>`t.asset_id in (select a.id from assets a join platforms p on p.id = a.platform_id where ${condition})`;

async function byNode(ctx: Context, value: string) {
  const node = await findNode(ctx, parseUuid(value) ?? value);
  if (!node) return undefined;
  if (node.parent_key === '') return sql<boolean>`t.org_id = ${node.org_id}`;
  return sql<boolean>`t.asset_id in (
    select l.asset_id from nodes n join asset_nodes l on l.node_id = n.id where ${within(sql`n.key`, node.key)})`;
}

function search(_ctx: Context, value: string) {
  const terms = value
    .split(/[\s,]+/)
    .filter((term) => term !== '')
    .slice(0, 10)
    .map((term) => {
      const like = contains(term.slice(0, 256));
      return sql`(t.username ilike ${like} or t.name ilike ${like}
        or t.asset_id in (select a.id from assets a where a.name ilike ${like} or a.address ilike ${like}))`;
    });
  return terms.length === 0 ? undefined : sql<boolean>`(${sql.join(terms, sql` and `)})`;
}

export const accountBehaviour = (kernel: () => Kernel): Behaviour =>
  defineBehaviour({
    filters: {
      search,
      asset: byAsset,
      assets: byAsset,
      asset_id: byAsset,
      address: (_ctx, value) => assetWhere(sql<boolean>`a.address = ${value}`),
      platform: (_ctx, value) =>
        assetWhere(/^\d{1,9}$/.test(value) ? sql<boolean>`p.id = ${Number(value)}` : sql<boolean>`p.name = ${value}`),
      category: (_ctx, value) => assetWhere(sql<boolean>`p.category = ${value}`),
      type: (_ctx, value) => assetWhere(sql<boolean>`p.type = ${value}`),
      node_id: byNode,
      nodes: byNode,
    },
    prepare: (ctx, write) => prepare(kernel(), ctx, write),
    async written(ctx, { verb, values, before, row }) {
      await accountWritten(ctx, { id: String(row.id), verb, secret: sourceOf(values), parts: before ? movedParts(before, row) : [] });
      const typeChanged = before !== undefined && before.secret_type !== row.secret_type;
      if (verb === 'create' || typeChanged || values.secret !== undefined) await recordHistory(ctx, [String(row.id)]);
    },
    computed: {
      spec_info: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), keyInfo(row)])),
    },
    expand: { asset: assetObjects },
  });
