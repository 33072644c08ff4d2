import { CodedError, InvalidInput } from '@postern/contract/errors';
import { LICENSED_TYPES } from '@postern/contract/licence';
import { type AssetType, assetType, typeLabel } from '@postern/contract/platforms';
import { completeSetting, PROTOCOLS, secretTypesOf } from '@postern/contract/protocols';
import { render } from '@postern/contract/text';
import { among, type Behaviour, type Context, eb, type Row, type Values, type Write } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { platformsBefore } from '../destinations/index.ts';
import { automationDocument, methodsFor } from './automation-methods.ts';
import { highestProtocolId, reachedBy, signAutomation } from './platform.queries.ts';
import { type PlatformProtocol, platform } from './platform.resource.ts';

/** Whether a licence is in place at a moment. */
export type Licensed = (now: Date) => boolean;

type ProtocolInput = Partial<PlatformProtocol> & { name: string; port: number };

/** Built-in platforms stay as they are (docs/wire/assets.md#platforms). */
function refuseInternal(row: Row | undefined): void {
  if (row?.internal === true) throw new CodedError('permission_denied');
}

function typeOf(values: Values, before: Row | undefined): AssetType {
  const category = String(values.category ?? before?.category ?? '');
  const type = String(values.type ?? before?.type ?? '');
  const found = assetType(type);
  if (category === 'custom' && !found) return customType(type);
  if (!found || found.category !== category) throw InvalidInput.on('type', 'invalid_choice', { value: type });
  return found;
}

/** A type of custom platforms takes any protocol, and nothing can be automated on it (decision 0041). */
export const customType = (value: string, protocols: readonly string[] = Object.keys(PROTOCOLS)): AssetType => ({
  value,
  label: typeLabel(value),
  category: 'custom',
  charset: false,
  domain: false,
  su: false,
  suMethods: [],
  protocols,
  automations: [],
  ansibleConfig: {},
});

/** Highest protocol id so far; platforms are few and written rarely, so a lock and a scan are enough. */
export async function lastProtocolId(ctx: Context): Promise<number> {
  await lockByName(ctx.tx, 'postern.platform_protocols');
  return highestProtocolId(ctx);
}

/**
 * Stored form of a platform's protocols: known ids stay, new rows get one, exactly the sent rows remain, the first
 * becomes primary when none is, and what the catalogue decides is filled in.
 */
export function completeProtocols(items: readonly ProtocolInput[], knownIds: ReadonlySet<number>, lastId: number): PlatformProtocol[] {
  let next = lastId;
  const hasPrimary = items.some((item) => item.primary);
  return items.map((item, index) => ({
    id: item.id !== undefined && item.id !== null && knownIds.has(item.id) ? item.id : ++next,
    name: item.name,
    port: item.port,
    primary: item.primary === true || (!hasPrimary && index === 0),
    required: item.required === true,
    default: item.default === true,
    public: item.public !== false,
    secret_types: secretTypesOf(item.name),
    port_from_addr: PROTOCOLS[item.name]?.portFromAddress === true,
    setting: completeSetting(item.name, item.setting),
  }));
}

function checkProtocols(items: readonly ProtocolInput[], type: AssetType): void {
  if (items.length === 0) throw InvalidInput.on('protocols', 'required');
  const seen = new Set<string>();
  for (const { name } of items) {
    if (!type.protocols.includes(name)) throw InvalidInput.on('protocols', 'invalid_choice', { value: name });
    if (seen.has(name)) throw InvalidInput.on('protocols', 'unique');
    seen.add(name);
  }
}

/** Automation keeps only what the type allows; a method that does not fit is refused. */
function completeAutomation(given: Readonly<Record<string, unknown>> | undefined, type: AssetType): Record<string, unknown> {
  const out: Record<string, unknown> = { ...automationDocument(undefined), ...given };
  if (type.automations.length === 0) out.ansible_enabled = false;
  for (const key of Object.keys(out)) {
    const name = /^(.+)_method$/.exec(key)?.[1];
    if (!name) continue;
    const automation = type.automations.find((one) => one === name);
    if (!automation) {
      out[`${name}_enabled`] = false;
      out[key] = null;
    } else if (out[key] && !methodsFor(type, automation).some((one) => one.id === out[key])) {
      throw InvalidInput.on('automation', 'invalid_choice', { value: String(out[key]).slice(0, 64) });
    }
  }
  return out;
}

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Each field of the instances has a name of its own that a client can write as a key. */
function checkCustomFields(given: unknown): void {
  if (!Array.isArray(given)) return;
  const seen = new Set<string>();
  for (const { name } of given as { name: string }[]) {
    if (!FIELD_NAME.test(name)) throw InvalidInput.on('custom_fields', 'invalid_name', { max: 64 });
    if (seen.has(name)) throw InvalidInput.on('custom_fields', 'unique');
    seen.add(name);
  }
}

async function prepare(ctx: Context, write: Write): Promise<void> {
  const { values, before } = write;
  refuseInternal(before);
  const type = typeOf(values, before);
  if (!type.domain) values.domain_enabled = false;
  if (!type.su) values.su_enabled = false;
  checkCustomFields(values.custom_fields);
  const sent = write.body.protocols !== undefined;
  if (!sent && write.verb === 'create' && type.category === 'custom') throw InvalidInput.on('protocols', 'required');
  if (sent || write.verb === 'create') {
    const items = (sent ? values.protocols : type.protocols.map((name) => ({ name, port: PROTOCOLS[name]?.port ?? 0 }))) as ProtocolInput[];
    checkProtocols(items, type);
    const known = new Set(((before?.protocols ?? []) as PlatformProtocol[]).map((one) => one.id));
    values.protocols = completeProtocols(items, known, await lastProtocolId(ctx));
  } else {
    delete values.protocols;
  }
  if (values.automation !== undefined || write.verb === 'create') {
    const merged = { ...(before?.automation as object | undefined), ...(values.automation as object | undefined) };
    values.automation = completeAutomation(merged, type);
  }
}

/** Told of platforms that were changed, with the digests of their settings before (docs/decisions/0067); `trusted` for those of a version. */
export type PlatformsMoved = (ctx: Context, before: ReadonlyMap<number, string>, trusted?: boolean) => Promise<void>;

export const platformBehaviour = (licensed: Licensed, moved: PlatformsMoved): Behaviour => ({
  async prepare(ctx, write) {
    await prepare(ctx, write);
    if (write.before) await write.shared.once('settings before', () => platformsBefore(ctx));
  },
  // Those that are asked for by their ids belong to something that exists already (docs/wire/assets.md#categories-and-types).
  listed: (ctx, { ids }) => (ids || licensed(ctx.clock()) ? undefined : eb.not(among(eb.ref('t.type'), [...LICENSED_TYPES]))),
  filters: { protocol: (_ctx, value) => reachedBy(value) },
  async written(ctx, { row, shared, verb }) {
    await signAutomation(ctx, Number(row.id));
    // The row was read before.
    row.automation = { ...(row.automation as object), id: row.id };
    if (verb === 'update') await moved(ctx, await shared.once('settings before', () => platformsBefore(ctx)));
  },
  async deleting(ctx, rows) {
    for (const row of rows) {
      refuseInternal(row);
      const used = await anyRow(ctx.tx.selectFrom('assets').where('platform_id', '=', Number(row.id)));
      if (used) throw new CodedError('referenced_by_others', { resource: render(platform.label, ctx.language) });
    }
    return undefined;
  },
  find: (_ctx, id) => (/^\d{1,9}$/.test(id) ? undefined : eb('t.name', '=', id)),
});
