import { text } from '@postern/contract/text';
import { BASE_FIELDS, type BaseField, type ResourceEntry } from '../definition/definition.ts';
import { rowsOf } from '../definition/rows.ts';
import { computed, datetime, integer, ownId, text as textField, uuid } from '../kinds/index.ts';
import type { Field } from '../kinds/kind.ts';
import type { Kernel, KernelHooks } from './kernel.ts';
import { resolveField } from './link.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';

/** A definition that cannot work; found at boot, before anything is served. */
class DefinitionError extends Error {}

const baseField: Record<BaseField, Field> = {
  created_by: textField({ label: text('Created by', '创建者', '作成者'), readOnly: true, filled: true, order: true }),
  updated_by: textField({ label: text('Updated by', '更新者', '更新者'), readOnly: true, filled: true }),
  date_created: datetime({ label: text('Date created', '创建日期', '作成日時'), readOnly: true, filled: true }),
  date_updated: datetime({ label: text('Date updated', '更新日期', '更新日時'), readOnly: true, filled: true }),
};

/** Clients show the two beside each other, in tables under their labels: each has one of its own. */
const ORG_ID_LABEL = text('Organisation ID', '组织 ID', '組織 ID');
const ORG_NAME_LABEL = text('Organisation', '组织', '組織');

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
    if (kind.name === 'computed' && name !== 'org_name' && !behaviour.computed?.[name] && !behaviour.joined?.[name])
      fail(`computed field ${name} has no behaviour`);
    if (options.search && field.column === undefined) fail(`search field ${name} is not stored`);
  }
  for (const name of [...(definition.mini ?? []), ...(definition.small ?? [])])
    if (!byName.has(name)) fail(`mini/small names unknown field ${name}`);
  const orderName = definition.order.replace(/^-/, '');
  if (!byName.get(orderName)?.orderable && !(BASE_FIELDS as readonly string[]).includes(orderName)) fail(`cannot order by ${orderName}`);
  for (const key of Object.keys(definition.actions ?? {})) if (!behaviour.actions?.[key]) fail(`action ${key} has no handler`);
  for (const key of Object.keys(behaviour.actions ?? {})) if (!definition.actions?.[key]) fail(`handler ${key} has no action`);
  for (const key of [...Object.keys(behaviour.computed ?? {}), ...Object.keys(behaviour.joined ?? {})]) {
    const field = byName.get(key);
    if (field?.kind.name !== 'computed' && !field?.options.answered)
      fail(`computed.${key} is no computed field, and does not say what is answered`);
  }

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
