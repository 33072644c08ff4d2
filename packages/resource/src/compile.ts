import { type Language, text } from '@postern/contract/text';
import type { Context } from './context.ts';
import { BASE_FIELDS, type BaseField, type ResourceEntry } from './definition.ts';
import { computed, datetime, integer, ownId, text as textField, uuid } from './kinds/index.ts';
import type { Field, ResolvedField, ResolvedResource } from './resolved.ts';
import { rowsOf } from './rows.ts';

/** Memory of imports. A scope is one person's import of one file into one list; `n` is a row of the file. */
export interface ImportMemory {
  /** Makes others who import the same wait until this transaction ends. */
  lock(ctx: Context, scope: string): Promise<void>;
  /** Ids of the objects that these rows, saying the same, have become. */
  known(ctx: Context, scope: string, rows: readonly { n: number; print: string }[]): Promise<ReadonlyMap<number, string>>;
  remember(ctx: Context, scope: string, rows: readonly { n: number; print: string; id: string }[]): Promise<void>;
  /** Replaces what the rows `ns` claim in this file by these; answers those that another row has claimed before. */
  claim<C extends { n: number; key: string }>(ctx: Context, scope: string, ns: readonly number[], claims: readonly C[]): Promise<C[]>;
}

/** What the kernel needs from the server: it knows no table but those of its resources. */
export interface KernelHooks {
  /** Ids stored under an `spm` key for this actor; null when unknown or expired (docs/wire/conventions.md#chosen-ids). */
  idSet(ctx: Context, key: string): Promise<readonly string[] | null>;
  /** What a client is told of a refusal, as the body of a 400; undefined for an error that nobody foresaw or that is not about the input. */
  refusal(error: unknown, language: Language): Record<string, unknown> | undefined;
  /** What imports remember between portions (decision 0030). */
  imports: ImportMemory;
  /** Names of organisations by id, for `org_name`. */
  organisationNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Kernel {
  resources: readonly ResolvedResource[];
  byName(name: string): ResolvedResource;
  hooks: KernelHooks;
}

/** A definition that cannot work; found at boot, before anything is served. */
class DefinitionError extends Error {}

const baseField: Record<BaseField, Field> = {
  created_by: textField({ label: text('Created by', '创建者', '作成者'), readOnly: true, order: true }),
  updated_by: textField({ label: text('Updated by', '更新者', '更新者'), readOnly: true }),
  date_created: datetime({ label: text('Date created', '创建日期', '作成日時'), readOnly: true }),
  date_updated: datetime({ label: text('Date updated', '更新日期', '更新日時'), readOnly: true }),
};

/** Clients show the two beside each other, in tables under their labels: each has one of its own. */
const ORG_ID_LABEL = text('Organisation ID', '组织 ID', '組織 ID');
const ORG_NAME_LABEL = text('Organisation', '组织', '組織');

/** Kinds whose column is of the table but named after the relation. */
const columnOf = (name: string, field: Field): string | undefined =>
  field.kind.column === undefined ? undefined : (field.options.column ?? (field.kind.name === 'reference' ? `${name}_id` : name));

/** A field as its name and options have it; relations are linked by `compile`. */
export function resolveField(name: string, field: Field): ResolvedField {
  const { kind, options } = field;
  const column = columnOf(name, field);
  const stored = column !== undefined || kind.name === 'derived';
  return {
    kind,
    options,
    name,
    ...(column === undefined ? {} : { column }),
    writable: !options.readOnly,
    readable: !options.writeOnly && kind.secret !== true,
    orderable: options.order ?? (stored && kind.orderable && kind.secret !== true),
    filterable: options.filter === true,
    searchable: options.search === true,
  };
}

function wireOrder(fields: ResolvedField[]): ResolvedField[] {
  const rank = (field: ResolvedField) => (field.kind.type === 'datetime' ? 2 : field.kind.type === 'boolean' ? 1 : 0);
  return fields
    .map((field, at) => ({ field, at }))
    .sort((a, b) => rank(a.field) - rank(b.field) || a.at - b.at)
    .map(({ field }) => field);
}

function resolve({ definition, behaviour }: ResourceEntry): ResolvedResource {
  const fail = (what: string): never => {
    throw new DefinitionError(`${definition.app}.${definition.name}: ${what}`);
  };
  const idType = definition.id ?? 'uuid';
  const clientIds = definition.clientIds ?? idType === 'uuid';
  const idLabel = text('ID', 'ID', 'ID');
  const id =
    idType === 'uuid'
      ? ownId({ label: idLabel, readOnly: !clientIds, createOnly: true, filter: true })
      : integer({ label: idLabel, readOnly: true, filter: true });
  const all: Record<string, Field> = { id, ...definition.fields };
  for (const name of definition.base ?? []) all[name] = { ...baseField[name], ...definition.fields[name] };
  if (definition.scope === 'org') {
    all.org_id ??= uuid({ label: ORG_ID_LABEL, readOnly: true, unexported: true, order: false });
    all.org_name ??= computed({ label: ORG_NAME_LABEL, type: 'string' });
  }
  const fields = wireOrder(Object.entries(all).map(([name, field]) => resolveField(name, field)));
  const byName = new Map(fields.map((field) => [field.name, field]));

  for (const field of fields) {
    const { name, kind, options } = field;
    if (kind.secret && (options.filter || options.search || options.unique || options.order)) fail(`secret ${name} must not be queryable`);
    if (kind.name === 'computed' && name !== 'org_name' && !behaviour.computed?.[name]) fail(`computed field ${name} has no behaviour`);
    if (options.search && field.column === undefined) fail(`search field ${name} is not stored`);
  }
  for (const name of [...(definition.mini ?? []), ...(definition.small ?? [])])
    if (!byName.has(name)) fail(`mini/small names unknown field ${name}`);
  const orderName = definition.order.replace(/^-/, '');
  if (!byName.get(orderName)?.orderable && !(BASE_FIELDS as readonly string[]).includes(orderName)) fail(`cannot order by ${orderName}`);
  for (const key of Object.keys(definition.actions ?? {})) if (!behaviour.actions?.[key]) fail(`action ${key} has no handler`);
  for (const key of Object.keys(behaviour.actions ?? {})) if (!definition.actions?.[key]) fail(`handler ${key} has no action`);
  for (const key of Object.keys(behaviour.computed ?? {}))
    if (byName.get(key)?.kind.name !== 'computed') fail(`computed.${key} is no computed field`);

  const rows = behaviour.rows ?? rowsOf(definition);
  if (rows.of.scope !== definition.scope || rows.of.fixedOrg !== definition.fixedOrg) fail('its rows are those of another scope');

  return {
    rows,
    name: definition.name,
    app: definition.app,
    url: `/api/v1/${definition.app}/${definition.path}/`,
    table: definition.table,
    label: definition.label,
    orgScoped: definition.scope === 'org',
    idType,
    fields,
    field: (name) => byName.get(name),
    definition,
    behaviour,
  };
}

/**
 * Checks all definitions and links them. Throws DefinitionError naming the resource and what is wrong: an unknown
 * relation, a missing handler, a queryable secret. Printers read only the result.
 */
export function compile(entries: readonly ResourceEntry[], hooks: KernelHooks): Kernel {
  const resources = entries.map(resolve);
  const byName = new Map<string, ResolvedResource>();
  for (const one of resources) {
    if (byName.has(one.name)) throw new DefinitionError(`two resources are named ${one.name}`);
    byName.set(one.name, one);
  }
  for (const one of resources) {
    for (const field of one.fields) {
      const { target } = field.options;
      if (target === undefined) continue;
      const found = byName.get(target);
      if (!found) throw new DefinitionError(`${one.name}.${field.name}: unknown resource ${target}`);
      field.target = found;
    }
  }
  return {
    resources,
    hooks,
    byName(name) {
      const found = byName.get(name);
      if (!found) throw new DefinitionError(`unknown resource ${name}`);
      return found;
    },
  };
}

/** `created_by` is a name as text, at most 30 characters of it (docs/wire/conventions.md#authorship). */
export const authorOf = (ctx: Context): string => (ctx.actor.kind === 'system' ? 'System' : ctx.actor.name.slice(0, 30));
