import type { FieldInfo } from '@postern/contract/metadata';
import type { FieldMap } from '../model/metadata.ts';
import { choiceValue } from '../model/metadata.ts';
import type { Values } from './form-definition.ts';

const RELATED = new Set<FieldInfo['type']>(['object_related_field', 'm2m_related_field']);
const CHOICES = new Set<FieldInfo['type']>(['choice', 'labeled_choice', 'multiple choice', 'tree']);

const idOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { id, pk } = value as { id?: unknown; pk?: unknown };
  return id ?? pk ?? value;
};

/** Values a form starts with: the object's, else the screen's, else the metadata's defaults. Choices become bare values. */
export function startValues(fields: FieldMap, object: Values | undefined, initial: Values): Values {
  const values: Values = {};
  for (const [name, info] of Object.entries(fields)) {
    const loaded = object?.[name];
    const value = loaded === undefined ? (initial[name] ?? info.default) : loaded;
    if (value === undefined) continue;
    values[name] = CHOICES.has(info.type) ? (Array.isArray(value) ? value.map(choiceValue) : choiceValue(value)) : value;
  }
  for (const [name, value] of Object.entries(initial)) {
    if (!(name in values)) values[name] = object?.[name] ?? value;
  }
  return values;
}

/**
 * What a form sends: the fields it shows, related objects as ids, text trimmed, blank secrets left out because blank
 * means "keep" (shell §10, contract/common.md §8).
 */
export function submitValues(values: Values, shown: ReadonlySet<string>, fields: FieldMap): Values {
  const body: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const info = fields[name];
    if (!shown.has(name) || value === undefined) continue;
    if (info?.write_only && (value === '' || value === null)) continue;
    body[name] = wireValue(value, info);
  }
  return body;
}

function wireValue(value: unknown, info: FieldInfo | undefined): unknown {
  if (typeof value === 'string') return value.trim() === '' && info?.type !== 'string' ? null : value.trim();
  if (info && RELATED.has(info.type)) return Array.isArray(value) ? value.map(idOf) : idOf(value);
  return value;
}

/** Fields of a copy: a new name, nothing that belongs to the original alone (spec §2 `clone_from`). */
export function cloneValues(object: Values, prefix: (name: string) => string): Values {
  const { id: _, ...rest } = object;
  for (const key of ['name', 'hostname']) {
    const value = rest[key];
    if (typeof value === 'string') rest[key] = prefix(value);
  }
  return rest;
}
