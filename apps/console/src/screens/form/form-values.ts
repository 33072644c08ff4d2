import type { FieldInfo } from '@postern/contract/metadata';
import { kindOf } from '../../fields/kinds.ts';
import type { FieldMap } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { meets } from './condition.ts';
import type { FieldGroup, FormDefinition, FormMode } from './form-definition.ts';

/** One value, or each of many. */
const each = (value: unknown, change: ((one: unknown) => unknown) | undefined): unknown =>
  change === undefined ? value : Array.isArray(value) ? value.map((one: unknown) => change(one)) : change(value);

/** Values a form starts with: the object's, else the screen's, else the metadata's defaults. Choices become bare values. */
export function startValues(fields: FieldMap, object: Values | undefined, initial: Values): Values {
  const values: Values = {};
  for (const [name, info] of Object.entries(fields)) {
    const loaded = object?.[name];
    const value = loaded === undefined ? (initial[name] ?? info.default) : loaded;
    if (value === undefined) continue;
    values[name] = each(value, kindOf(info.type).fromWire);
  }
  for (const [name, value] of Object.entries(initial)) {
    if (!(name in values)) values[name] = object?.[name] ?? value;
  }
  return values;
}

const groupsOf = ({ groups }: Pick<FormDefinition, 'groups'>, fields: FieldMap): readonly FieldGroup[] =>
  groups ?? [{ title: '', fields: Object.keys(fields) }];

/** Names of the fields a form has in this mode for this person, shown or not. */
export const namesOf = (definition: Pick<FormDefinition, 'groups' | 'fields'>, fields: FieldMap, mode: FormMode): string[] =>
  groupsOf(definition, fields)
    .flatMap((group) => group.fields)
    .filter((name) => {
      const { has = true, only = mode } = definition.fields?.[name] ?? {};
      return name in fields && has && only === mode;
    });

/**
 * What of a form is shown, and what is sent: what it has is sent, hidden or not, unless it is dropped when hidden
 * (docs/behaviour/forms.md#hidden-fields).
 */
export function partsOf(definition: Pick<FormDefinition, 'groups' | 'fields'>, fields: FieldMap, values: Values, mode: FormMode) {
  const spec = (name: string) => definition.fields?.[name] ?? {};
  const isShown = (name: string) => {
    const { shown } = spec(name);
    return shown === undefined || (typeof shown === 'function' ? shown(values, mode) : meets(shown, values));
  };
  const names = namesOf(definition, fields, mode);
  const groups = groupsOf(definition, fields)
    .map((group) => ({ ...group, fields: group.fields.filter((name) => names.includes(name) && isShown(name)) }))
    .filter((group) => group.fields.length > 0);
  const sent = names.filter((name) => !spec(name).local && !spec(name).readOnly && (isShown(name) || !spec(name).dropHidden));
  return { groups, sent: new Set(sent) };
}

/**
 * What a form sends: its fields, related objects as ids, text trimmed but secrets as they are, blank secrets left out because blank
 * means "keep" (docs/behaviour/forms.md#secrets).
 */
export function submitValues(values: Values, sent: ReadonlySet<string>, fields: FieldMap): Values {
  const body: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const info = fields[name];
    if (!sent.has(name) || value === undefined) continue;
    if (info?.write_only && (value === '' || value === null)) continue;
    if (info && kindOf(info.type).isUnchanged?.(value)) continue;
    body[name] = wireValue(value, info);
  }
  return body;
}

/**
 * What an object has that its form does not, as far as a PUT without it would set it back to a default
 * (docs/wire/conventions.md#what-a-put-resets). `asked` are the fields that the form has for this person, shown or not.
 */
export function keptValues(object: Values, asked: ReadonlySet<string>, fields: FieldMap): Values {
  const kept = Object.entries(fields).filter(
    ([name, info]) =>
      info.default !== undefined && !info.write_only && !info.read_only && !asked.has(name) && (object[name] ?? undefined) !== undefined,
  );
  return asSent(object, Object.fromEntries(kept));
}

/** What an object has in these fields, as a form would send it unchanged. */
export function asSent(object: Values, fields: FieldMap): Values {
  const values = startValues(fields, object, {});
  return submitValues(values, new Set(Object.keys(values)), fields);
}

/** A body that carries files travels as a form; everything else in it as text, and objects as JSON. */
export function bodyOf(values: Values): Values | FormData {
  if (!Object.values(values).some((value) => value instanceof File)) return values;
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) form.append(name, value);
    else form.append(name, value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

function wireValue(value: unknown, info: FieldInfo | undefined): unknown {
  if (info?.write_only && typeof value === 'string') return value;
  const kind = info && kindOf(info.type);
  if (typeof value === 'string') return value.trim() === '' && !kind?.keepsBlank ? null : value.trim();
  return each(value, kind?.toWire);
}

/** An object without its secrets: a server that gave one along would not get it back from here. */
export const withoutSecrets = (object: Values, fields: FieldMap): Values =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !fields[name]?.write_only));

/** The name of a copy as its field takes it. */
export const copyName = (copy: string, info: FieldInfo | undefined): string => (info && kindOf(info.type).copyName?.(copy)) ?? copy;

/** Fields of a copy: a new name, nothing that belongs to the original alone (docs/behaviour/forms.md#copies). */
export function cloneValues(object: Values, prefix: (name: string) => string): Values {
  const { id: _, ...rest } = object;
  for (const key of ['name', 'hostname']) {
    const value = rest[key];
    if (typeof value === 'string') rest[key] = prefix(value);
  }
  return rest;
}
