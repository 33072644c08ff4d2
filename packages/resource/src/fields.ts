import { isReserved, parseUuid } from '@postern/contract/ids';
import type { TreeChoice } from '@postern/contract/metadata';
import { render } from '@postern/contract/text';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { type Kind, Problem } from './kinds.ts';
import type { ChoiceOption, Field, FieldOptions, KindOptions, ResolvedField, TreeOption } from './resolved.ts';
import { formatDatetime, parseDatetime } from './time.ts';

/** Builders of fields, one per kind: the vocabulary in which resources are written. */

type Options<K extends keyof KindOptions = never> = FieldOptions & Pick<KindOptions, K>;

const asText = (stored: unknown): string => (stored === null || stored === undefined ? '' : String(stored));

/** C0 controls except tab, newline and return; NUL would make PostgreSQL fail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function parseText(input: unknown, field: ResolvedField): string {
  if (typeof input === 'boolean' || (typeof input !== 'string' && typeof input !== 'number')) throw new Problem('incorrect_type');
  const value = String(input).trim();
  const { max, min, check, blank } = field.options;
  if (value === '' && !(blank ?? field.options.default === '')) throw new Problem('blank');
  if (max !== undefined && value.length > max) throw new Problem('max_length', { max });
  if (min !== undefined && value.length < min) throw new Problem('min_length', { min });
  if (CONTROL.test(value)) throw new Problem('control_characters');
  if (value !== '' && check && !check(value)) throw new Problem('invalid');
  return value;
}

const textInfo: Kind['info'] = (field) => ({
  ...(field.options.min === undefined ? {} : { min_length: field.options.min }),
  ...(field.options.max === undefined || field.options.multiline ? {} : { max_length: field.options.max }),
});

const equals: Kind['filter'] = (value, ref) => sql`${ref} = ${value}`;

const textKind: Kind = {
  name: 'text',
  column: 'text',
  type: 'string',
  parse: parseText,
  wire: (stored) => stored,
  info: textInfo,
  filter: equals,
  diff: asText,
  orderable: true,
};

/** A string, trimmed and bounded: 128 characters unless said otherwise, 65,536 when multiline. */
export const text = (options: Options<'max' | 'min' | 'multiline' | 'check'>): Field => ({
  kind: textKind,
  options: { max: options.multiline ? 65536 : 128, ...options },
});

/** Free remark, present on nearly every object. */
export const comment = (): Field =>
  text({ label: { en: 'Comment', zh: '备注', ja: '備考' }, multiline: true, default: '', blank: true, order: false });

const slugKind: Kind = {
  ...textKind,
  name: 'slug',
  type: 'slug',
  parse(input, field, ctx) {
    const value = parseText(input, field);
    if (!/^[\p{L}\p{N}_-]+$/u.test(value)) throw new Problem('invalid_slug');
    return textKind.parse(value, field, ctx);
  },
};
/** Letters of any script, digits, underscore, hyphen. */
export const slug = (options: Options<'max'>): Field => ({ kind: slugKind, options: { max: 50, ...options } });

const emailKind: Kind = {
  ...textKind,
  name: 'email',
  type: 'email',
  parse(input, field) {
    const value = parseText(input, field);
    if (value !== '' && !/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(value)) throw new Problem('invalid_email');
    return value;
  },
};
export const email = (options: Options<'max'>): Field => ({ kind: emailKind, options: { max: 128, ...options } });

const urlKind: Kind = {
  ...textKind,
  name: 'url',
  type: 'url',
  parse(input, field) {
    const value = parseText(input, field);
    if (value !== '' && !URL.canParse(value)) throw new Problem('invalid_url');
    return value;
  },
};
export const url = (options: Options<'max'>): Field => ({ kind: urlKind, options: { max: 1024, ...options } });

/**
 * A phone number. The normaliser (country rules, stored digits) is passed in, so that the kernel carries no
 * telephone tables. Wire out `{code, phone}`, in text or that object (docs/wire/conventions.md#values).
 */
export interface PhoneRules {
  normalise(text: string): string | undefined;
  split(stored: string): { code: string; phone: string };
}
export const phone = (rules: PhoneRules, options: FieldOptions): Field => ({
  kind: {
    ...textKind,
    name: 'phone',
    parse(input) {
      const given =
        typeof input === 'object' && input !== null && !Array.isArray(input)
          ? `${asText((input as Record<string, unknown>).code)}${asText((input as Record<string, unknown>).phone)}`
          : input;
      if (typeof given !== 'string' || given.length > 40) throw new Problem('incorrect_type');
      if (given.trim() === '') return null;
      const stored = rules.normalise(given.trim());
      if (stored === undefined) throw new Problem('invalid_phone');
      return stored;
    },
    wire: (stored) => (typeof stored === 'string' && stored !== '' ? rules.split(stored) : null),
    cell(wire) {
      const { code, phone: digits } = wire as ReturnType<PhoneRules['split']>;
      return `${code}${digits}`;
    },
    info: () => ({}),
  },
  options: { nullable: true, ...options },
});

const TRUE = new Set<unknown>([true, 1, 'true', 't', '1', 'y', 'yes', 'on']);
const FALSE = new Set<unknown>([false, 0, 'false', 'f', '0', 'n', 'no', 'off']);

function parseBoolean(input: unknown): boolean {
  const value = typeof input === 'string' ? input.trim().toLowerCase() : input;
  if (TRUE.has(value)) return true;
  if (FALSE.has(value)) return false;
  throw new Problem('invalid_boolean');
}

const booleanKind: Kind = {
  name: 'boolean',
  column: 'boolean',
  type: 'boolean',
  parse: parseBoolean,
  wire: (stored) => stored,
  filter: (value, ref) => sql`${ref} = ${parseBoolean(value)}`,
  diff: (stored) => (stored === null || stored === undefined ? '' : stored ? 'Yes' : 'No'),
  orderable: true,
};
export const boolean = (options: FieldOptions): Field => ({ kind: booleanKind, options: { default: false, ...options } });

function bounded(value: number, { options }: ResolvedField): number {
  if (options.max !== undefined && value > options.max) throw new Problem('max_value', { max: options.max });
  if (options.min !== undefined && value < options.min) throw new Problem('min_value', { min: options.min });
  return value;
}
const numberInfo: Kind['info'] = ({ options }) => ({
  ...(options.min === undefined ? {} : { min_value: options.min }),
  ...(options.max === undefined ? {} : { max_value: options.max }),
});

function parseInteger(input: unknown): number {
  const value = typeof input === 'string' && /^-?\d{1,15}$/.test(input.trim()) ? Number(input) : input;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Problem('invalid_integer');
  return value;
}

const integerKind: Kind = {
  name: 'integer',
  column: 'integer',
  type: 'integer',
  parse: (input, field) => bounded(parseInteger(input), field),
  wire: (stored) => stored,
  info: numberInfo,
  filter: (value, ref) => sql`${ref} = ${parseInteger(value)}`,
  diff: asText,
  orderable: true,
};
/** A whole number; bounds default to what the column holds. */
export const integer = (options: Options<'max' | 'min'>): Field => ({
  kind: integerKind,
  options: { min: -2147483648, max: 2147483647, ...options },
});

const numberKind: Kind = {
  ...integerKind,
  name: 'number',
  column: 'double precision',
  type: 'float',
  parse(input, field) {
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Problem('incorrect_type');
    return bounded(value, field);
  },
  filter: (value, ref) => {
    if (!Number.isFinite(Number(value))) throw new Problem('incorrect_type');
    return sql`${ref} = ${Number(value)}`;
  },
};
export const number = (options: Options<'max' | 'min'>): Field => ({ kind: numberKind, options });

const datetimeKind: Kind = {
  name: 'datetime',
  column: 'timestamptz',
  type: 'datetime',
  parse(input) {
    const instant = parseDatetime(input);
    if (!instant) throw new Problem('invalid_datetime');
    return instant;
  },
  wire: (stored, _field, ctx) => formatDatetime(stored, ctx.timeZone),
  offer: (value) => (value instanceof Date ? value.toISOString() : undefined),
  filter(value, ref) {
    const instant = parseDatetime(value);
    if (!instant) throw new Problem('invalid_datetime');
    return sql`${ref} = ${instant}`;
  },
  diff: (stored) => (stored instanceof Date ? stored.toISOString() : asText(stored)),
  orderable: true,
};
export const datetime = (options: FieldOptions): Field => ({ kind: datetimeKind, options });

const uuidKind: Kind = {
  name: 'uuid',
  column: 'uuid',
  type: 'string',
  parse(input) {
    const id = parseUuid(input);
    if (!id) throw new Problem('invalid_uuid', { value: String(input).slice(0, 64) });
    return id;
  },
  wire: (stored) => stored,
  filter(value, ref) {
    const id = parseUuid(value);
    if (!id) throw new Problem('invalid_uuid', { value: value.slice(0, 64) });
    return sql`${ref} = ${id}`;
  },
  diff: asText,
  orderable: false,
};
export const uuid = (options: FieldOptions): Field => ({ kind: uuidKind, options });

/**
 * The id of an object itself, which clients may choose. Ids that the system knows by heart (its organisations, its roles)
 * are nobody's to take: an object under such an id could be taken for them.
 */
export const ownId = (options: FieldOptions): Field => ({
  kind: {
    ...uuidKind,
    parse(input, field, ctx) {
      const id = uuidKind.parse(input, field, ctx) as string;
      if (isReserved(id)) throw new Problem('reserved_id');
      return id;
    },
  },
  options,
});

/** The choices of a field, resolved for this request. */
export function choicesOf(field: ResolvedField, ctx: Context): readonly ChoiceOption[] {
  const { choices = [] } = field.options;
  return typeof choices === 'function' ? choices(ctx) : choices;
}

function pick(input: unknown, field: ResolvedField, ctx: Context): string | number | boolean {
  const given = typeof input === 'object' && input !== null && 'value' in input ? input.value : input;
  const plain = typeof given !== 'object';
  const found = choicesOf(field, ctx).find((option) => option.value === given || (plain && String(option.value) === String(given)));
  if (!found) throw new Problem('invalid_choice', { value: String(given).slice(0, 64) });
  return found.value;
}

const choiceInfo: Kind['info'] = (field, ctx) => ({
  choices: choicesOf(field, ctx).map((option) => ({ value: option.value, label: render(option.label, ctx.language) })),
});

const choiceFilter: Kind['filter'] = (value, ref, field) => {
  if (field.kind.column !== 'integer') return sql`${ref} = ${value}`;
  return sql`${ref} = ${parseInteger(value)}`;
};

function choiceColumn(options: KindOptions): string {
  const values = typeof options.choices === 'function' ? [] : (options.choices ?? []);
  return values.length > 0 && values.every((option) => typeof option.value === 'number') ? 'integer' : 'text';
}

const choiceKind: Kind = {
  name: 'choice',
  column: 'text',
  type: 'choice',
  parse: pick,
  wire: (stored) => stored,
  info: choiceInfo,
  filter: choiceFilter,
  diff: asText,
  orderable: true,
};
/** A plain choice: the bare value both ways. */
export const choice = (options: Options<'choices'> & Required<Pick<KindOptions, 'choices'>>): Field => ({
  kind: { ...choiceKind, column: choiceColumn(options) },
  options,
});

/** `{value, label}` of a stored choice; an unknown value is its own label. */
export function labelledWire(stored: unknown, field: ResolvedField, ctx: Context): { value: unknown; label: string } | null {
  if (stored === null || stored === undefined) return null;
  const found = choicesOf(field, ctx).find((option) => option.value === stored);
  return { value: stored, label: found ? render(found.label, ctx.language) : String(stored) };
}

const labelledKind: Kind = { ...choiceKind, name: 'labelled', type: 'labeled_choice', wire: labelledWire };
/** A labelled choice: out `{value, label}`, in the value or that object. */
export const labelled = (options: Options<'choices'> & Required<Pick<KindOptions, 'choices'>>): Field => ({
  kind: { ...labelledKind, column: choiceColumn(options) },
  options,
});

function leaves(options: readonly TreeOption[]): (TreeOption & { bit: number })[] {
  return options.flatMap((option) =>
    option.children ? leaves(option.children) : option.bit === undefined ? [] : [{ ...option, bit: option.bit }],
  );
}

const setLeaves = (stored: unknown, field: ResolvedField) =>
  leaves(field.options.tree ?? []).filter((leaf) => (Number(stored) & leaf.bit) !== 0);

const bitsKind: Kind = {
  name: 'bits',
  column: 'integer',
  type: 'tree',
  parse(input, field) {
    if (!Array.isArray(input) || input.length > 64) throw new Problem('not_a_list');
    const all = leaves(field.options.tree ?? []);
    let bits = 0;
    for (const entry of input as unknown[]) {
      const name = typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : entry;
      if (name === 'all') return all.reduce((sum, leaf) => sum | leaf.bit, 0);
      const leaf = all.find((one) => one.value === name);
      if (!leaf) throw new Problem('invalid_choice', { value: String(name).slice(0, 64) });
      bits |= leaf.bit;
    }
    return bits;
  },
  // A client has no bits: what it is offered it sends back as names.
  offer: (value, field) => setLeaves(value, field).map((leaf) => leaf.value),
  wire: (stored, field, ctx) => setLeaves(stored, field).map((leaf) => ({ value: leaf.value, label: render(leaf.label, ctx.language) })),
  info: (field, ctx) => {
    const show = (option: TreeOption): TreeChoice => ({
      value: option.value,
      label: render(option.label, ctx.language),
      ...(option.children ? { children: option.children.map(show) } : {}),
    });
    return { tree: (field.options.tree ?? []).map(show) };
  },
  diff: (stored, field) =>
    setLeaves(stored, field)
      .map((leaf) => leaf.value)
      .join(', '),
  orderable: false,
};
/** A set of named bits shown as a checkbox tree (permission actions, docs/wire/permissions.md#actions). */
export const bits = (options: Options<'tree'> & Required<Pick<KindOptions, 'tree'>>): Field => ({ kind: bitsKind, options });

const jsonDiff = (stored: unknown): string => (stored === null || stored === undefined ? '' : JSON.stringify(stored));

const jsonKind: Kind = {
  name: 'json',
  column: 'jsonb',
  type: 'json',
  parse(input) {
    if (typeof input !== 'string') {
      if (JSON.stringify(input).length > 262144) throw new Problem('max_length', { max: 262144 });
      return input;
    }
    try {
      return JSON.parse(input) as unknown;
    } catch {
      throw new Problem('invalid_json');
    }
  },
  wire: (stored) => stored,
  diff: jsonDiff,
  orderable: false,
};
export const json = (options: FieldOptions): Field => ({ kind: jsonKind, options });

const textListKind: Kind = {
  name: 'textList',
  column: 'jsonb',
  type: 'list',
  parse(input, field) {
    if (!Array.isArray(input)) throw new Problem('not_a_list');
    if (input.length > 1000) throw new Problem('too_many', { max: 1000 });
    const max = field.options.max ?? 1024;
    const values = (input as unknown[]).map((entry) => {
      if (typeof entry !== 'string' && typeof entry !== 'number') throw new Problem('incorrect_type');
      const value = String(entry).trim();
      if (value.length > max) throw new Problem('max_length', { max });
      if (CONTROL.test(value)) throw new Problem('control_characters');
      return value;
    });
    return [...new Set(values)];
  },
  wire: (stored) => stored ?? [],
  info: () => ({ child: { type: 'string', required: true, read_only: false, label: '', write_only: false } }),
  diff: (stored) => (Array.isArray(stored) ? stored.join(', ') : ''),
  orderable: false,
};
/** A list of short texts, duplicates dropped. */
export const textList = (options: Options<'max'>): Field => ({ kind: textListKind, options });

const secretKind: Kind = {
  name: 'secret',
  column: 'text',
  type: 'string',
  parse(input, field, ctx) {
    if (typeof input !== 'string') throw new Problem('incorrect_type');
    const max = field.options.max ?? 40960;
    // The transport form is longer than what it carries; the bound holds for both.
    if (input.length > max * 2 + 1024) throw new Problem('max_length', { max });
    const plain = ctx.decrypt(input);
    if (plain.length > max) throw new Problem('max_length', { max });
    return plain;
  },
  wire: () => undefined,
  info: textInfo,
  diff: (stored) => (stored ? '******' : ''),
  orderable: false,
  secret: true,
};
/** A value sealed at rest and never returned. In a write, `values` carries the plain text until it is stored. */
export const secret = (options: Options<'max'>): Field => ({
  kind: secretKind,
  options: { writeOnly: true, nullable: true, blank: true, ...options },
});

/** Id out of the write forms of a related object: bare, `{id}` or `{pk}`. */
export function relatedId(input: unknown, field: Pick<ResolvedField, 'target'>): string | number {
  const given: unknown =
    typeof input === 'object' && input !== null ? ((input as Record<string, unknown>).pk ?? (input as Record<string, unknown>).id) : input;
  const called = typeof input === 'object' && input !== null ? (input as Record<string, unknown>).name : undefined;
  if (given === undefined && typeof called === 'string') throw new Problem('does_not_exist', { value: called.slice(0, 64) });
  if (typeof given === 'boolean' || given === undefined || given === null) throw new Problem('incorrect_type');
  if (field.target?.idType === 'integer') {
    // Number() would read [] and ' ' as 0, and [5] as 5.
    const id = typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given)) ? Number(given) : Number.NaN;
    if (!Number.isSafeInteger(id) || id < 0 || id > 2147483647) throw new Problem('does_not_exist', { value: String(given).slice(0, 64) });
    return id;
  }
  const id = parseUuid(given);
  if (!id) throw new Problem('does_not_exist', { value: String(given).slice(0, 64) });
  return id;
}

const relationInfo: Kind['info'] = (field) => (field.target ? { url: field.target.url } : {});

const referenceKind: Kind = {
  name: 'reference',
  column: 'uuid',
  type: 'object_related_field',
  parse: relatedId,
  wire: (stored) => stored ?? null,
  info: relationInfo,
  filter(value, ref, field) {
    return sql`${ref} = ${relatedId(value, field)}`;
  },
  diff: asText,
  orderable: false,
};
/** One related object: column `{field}_id`. */
export const reference = (target: string, options: Options<'show' | 'onDelete' | 'sameOrg' | 'judged'>): Field => ({
  kind: referenceKind,
  options: { ...options, target },
});

const manyToManyKind: Kind = {
  name: 'manyToMany',
  type: 'm2m_related_field',
  parse(input, field) {
    if (!Array.isArray(input)) throw new Problem('not_a_list');
    if (input.length > 10_000) throw new Problem('too_many', { max: 10_000 });
    return [...new Set((input as unknown[]).map((entry) => relatedId(entry, field)))];
  },
  wire: (stored) => stored ?? [],
  info: relationInfo,
  diff: asText,
  orderable: false,
};
/** Many related objects through a join table. */
export const manyToMany = (
  target: string,
  options: Options<'show' | 'through' | 'sameOrg'> & Required<Pick<KindOptions, 'through'>>,
): Field => ({
  kind: manyToManyKind,
  options: { ...options, target },
});

const nestedListKind: Kind = {
  name: 'nestedList',
  column: 'jsonb',
  type: 'field',
  parse(input, field, ctx) {
    if (!Array.isArray(input)) throw new Problem('not_a_list');
    if (input.length > 200) throw new Problem('too_many', { max: 200 });
    return (input as unknown[]).map((entry) => parseNested(entry, field.options.fields ?? {}, ctx));
  },
  wire: (stored) => stored ?? [],
  diff: jsonDiff,
  orderable: false,
};
/** Owned rows that have no life of their own, kept as a JSON document (platform protocols). Metadata: `field` with a nested child. */
export const nestedList = (fields: Readonly<Record<string, Field>>, options: FieldOptions): Field => ({
  kind: nestedListKind,
  options: { ...options, fields },
});

const nestedKind: Kind = {
  ...nestedListKind,
  name: 'nested',
  type: 'nested object',
  parse: (input, field, ctx) => parseNested(input, field.options.fields ?? {}, ctx),
  wire: (stored) => stored ?? {},
};
/** One owned object, kept as a JSON document (platform automation). */
export const nested = (fields: Readonly<Record<string, Field>>, options: FieldOptions): Field => ({
  kind: nestedKind,
  options: { ...options, fields },
});

/** Reads a nested object field by field; unknown keys are dropped, missing ones take their default. */
function parseNested(input: unknown, fields: Readonly<Record<string, Field>>, ctx: Context): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Problem('not_an_object');
  const out: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = (input as Record<string, unknown>)[name];
    const asResolved: ResolvedField = {
      ...field,
      name,
      writable: true,
      readable: true,
      orderable: false,
      filterable: false,
      searchable: false,
    };
    if (given === undefined || (given === null && !field.options.nullable)) {
      if (field.options.default !== undefined)
        out[name] =
          typeof field.options.default === 'function' ? (field.options.default as (ctx: Context) => unknown)(ctx) : field.options.default;
      else if (field.options.required) throw new Problem('required');
      else if (field.options.nullable) out[name] = null;
    } else out[name] = given === null ? null : field.kind.parse(given, asResolved, ctx);
  }
  return out;
}

const computedKind: Kind = {
  name: 'computed',
  type: 'field',
  parse: () => undefined,
  wire: (stored) => stored,
  diff: () => '',
  orderable: false,
};
/** A read-only value made for a page of rows at once by `behaviour.computed[name]`. */
export const computed = (options: Options<'type'>): Field => ({
  kind: { ...computedKind, type: options.type ?? 'field' },
  options: { ...options, readOnly: true },
});

/** A read-only value by an SQL expression over the main table (`t`), so it can be filtered and ordered. */
export const derived = (options: Options<'type' | 'expression' | 'choices'> & Required<Pick<KindOptions, 'expression'>>): Field => {
  const type = options.type ?? 'field';
  const like =
    type === 'boolean'
      ? booleanKind
      : type === 'datetime'
        ? datetimeKind
        : type === 'integer'
          ? integerKind
          : type === 'labeled_choice'
            ? labelledKind
            : textKind;
  const { column: _stored, ...kind } = like;
  return { kind: { ...kind, name: 'derived', type }, options: { ...options, readOnly: true } };
};

/** A write-only input that is not stored as such (a password to be hashed): `behaviour.prepare` takes it out of `values`. */
export const input = (of: Field): Field => {
  const { column: _stored, ...kind } = of.kind;
  return { kind, options: { ...of.options, writeOnly: true } };
};
