import { randomBytes } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Behaviour, type Context, eb, fetchRow, holds, type Kernel, or, type Row, type Values, type Write } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { keptTally } from '../../platform/kept-counts/kept-tally.ts';
import { assetObject, assetRows } from '../assets/index.ts';
import type { AccountPart } from '../destinations/index.ts';
import { accountFilters } from './account.filters.ts';
import { accountRows } from './account.resource.ts';
import { accountWritten } from './destination.ts';
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

async function freeName(ctx: Context, assetId: string, wanted: string): Promise<string> {
  const taken = await anyRow(ctx.tx.selectFrom('accounts').where('asset_id', '=', assetId).where('name', '=', wanted));
  return taken ? `${wanted.slice(0, 120)}_${randomBytes(2).toString('hex')}` : wanted;
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

/** The account of an asset with this login, else the one with this name. */
async function accountThere(ctx: Context, assetId: string, { name, username, secret_type }: Values): Promise<string | undefined> {
  const sameLogin = eb.and([eb('c.username', '=', String(username)), eb('c.secret_type', '=', String(secret_type))]);
  const found = await ctx.tx
    .selectFrom('accounts as c')
    .select('c.id')
    .where('c.asset_id', '=', assetId)
    .where(or(eb('c.name', '=', String(name)), sameLogin))
    .orderBy(sameLogin, 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

async function prepareCreate(kernel: Kernel, ctx: Context, write: Write): Promise<void> {
  const { values, shared } = write;
  const assetId = String(values.asset);
  const home = await shared.once(
    orgKey(assetId),
    async () =>
      write.named.asset ??
      (await ctx.tx.selectFrom('assets as a').select('a.org_id').where('a.id', '=', assetId).where(assetRows(ctx, 'a')).executeTakeFirst()),
  );
  if (!home) throw InvalidInput.on('asset', 'does_not_exist', { value: assetId });
  Object.assign(values, { org_id: home.org_id });
  // Only what came of a template follows it: its secrets to come would else go to a place of anybody's choice.
  delete values.source_id;
  if (values.source === 'template') values.source = 'local';
  if (values.template) await applyTemplate(ctx, values);
  if (!values.name) values.name = await freeName(ctx, assetId, String(values.username ?? ''));
  const taken = await shared.once(takenKey(assetId, values), () => accountThere(ctx, assetId, values));
  if (taken) await standIn(kernel, ctx, write, taken);
}

/** Switching is possible from another account of the same asset only. */
async function checkSwitch(ctx: Context, { values, before }: Write): Promise<void> {
  if (!values.su_from) return;
  const from = String(values.su_from);
  const found = await anyRow(
    ctx.tx
      .selectFrom('accounts')
      .where('id', '=', from)
      .where('asset_id', '=', String(values.asset ?? before?.asset_id)),
  );
  if (!found || from === before?.id) throw InvalidInput.on('su_from', 'does_not_exist', { value: from });
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

export const accountBehaviour = (kernel: () => Kernel): Behaviour => ({
  rows: accountRows,
  tally: keptTally('accounts'),
  filters: accountFilters,
  reads: { asset: ['org_id'] },
  prepare: (ctx, write) => prepare(kernel(), ctx, write),
  async written(ctx, write) {
    const { verb, values, before, row } = write;
    const [secret, parts] = [sourceOf(values), before ? movedParts(before, row) : []];
    // Of other tables, the answer shows nothing that is written here.
    write.unseen = true;
    await accountWritten(ctx, { id: String(row.id), verb, secret, parts });
    if (verb === 'create' || parts.includes('secret_type') || values.secret !== undefined) await recordHistory(ctx, [String(row.id)]);
  },
  computed: {
    spec_info: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), keyInfo(row)])),
  },
  joined: { asset: assetObject },
});
