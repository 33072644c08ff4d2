import type { FieldType } from '@postern/contract/metadata';
import { isRecord } from '@postern/contract/wire';
import type { Context } from '../base/context.ts';
import type { ResolvedField } from '../compiled/resolved.ts';
import { choicesOf } from '../kinds/index.ts';

/**
 * What stands in a cell of an exported table, and how it is read back (docs/wire/conventions.md#exports). A kind may bring its own
 * form (`Kind.cell`, `Kind.fromCell`); these are the forms by metadata type.
 */

/** Stands for "no value". */
export const EMPTY = '-';

/** `name(id)` of a related object; objects without a name have their id only. */
function relatedText(value: Record<string, unknown>): string {
  const id = String(value.id ?? value.pk);
  const name = value.name ?? value.display_name;
  return name === undefined || name === null || name === '' ? id : `${String(name)}(${id})`;
}

function element(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if ('value' in value && 'label' in value) return value.value;
  return 'id' in value || 'pk' in value ? relatedText(value) : value;
}

/** Cell of a wire value by its shape. */
function plainCell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return JSON.stringify(value.map(element));
  const short = element(value);
  if (short === null || short === undefined) return EMPTY;
  return typeof short === 'object' ? JSON.stringify(short) : String(short);
}

/** Types whose value is a document of its own: nothing inside is taken for a relation or a choice. */
const DOCUMENTS: ReadonlySet<FieldType> = new Set(['json', 'nested object']);

/** Wire value → text of a cell. */
export function toCell(value: unknown, field: ResolvedField, ctx: Context): string {
  if (value === null || value === undefined) return EMPTY;
  if (field.kind.cell) return field.kind.cell(value, field, ctx);
  const { name, type } = field.kind;
  if (DOCUMENTS.has(type) || name === 'nestedList') return JSON.stringify(value);
  return plainCell(value);
}

/** Reads `[…]` and `{…}`; quotes that a word processor made typographic, or that are single, are read as JSON's. */
export function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  for (const candidate of [text, text.replace(/[“”„‟＂]/g, '"'), text.replace(/[‘’‚‛'`“”„‟＂]/g, '"')]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next reading, or none.
    }
  }
  return undefined;
}

/** `name(id)` → `{pk, name}`; ids shorter than a UUID are numbers (docs/wire/conventions.md#imports). Anything else stays text. */
export function relatedOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const found = /^(.*)\(([\w-]{1,36})\)$/s.exec(text.trim());
  if (!found?.[2]) return text;
  const [, name = '', id] = found;
  if (id.length === 36) return { pk: id, name };
  return /^\d{1,9}$/.test(id) ? { pk: Number(id), name } : text;
}

const ID = /^(?:\d{1,9}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/** A related object as people write it: `name(id)`, an id, or a name by itself, which writing looks up (write/named-references.ts). */
export function displayNameOf(entry: unknown): unknown {
  const related = relatedOf(entry);
  return typeof related === 'string' && !ID.test(related.trim()) ? { name: related.trim() } : related;
}

/** Entries of a list: JSON, or texts between commas, semicolons and line ends. */
export const listOf = (text: string): unknown[] => {
  const read = jsonOf(text);
  if (Array.isArray(read)) return read;
  return read === undefined
    ? text
        .split(/[,;，；、\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [read];
};

const YES = new Set(['true', '1', 'yes', 'y', 't', 'on', 'enabled', 'active', '✓', '√', '是', '启用', 'はい', '有効']);
const NO = new Set(['false', '0', 'no', 'n', 'f', 'off', 'disabled', 'inactive', '否', '禁用', 'いいえ', '無効']);

/** A word without what people write differently: case, width, blanks around it. */
const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

function booleanOf(text: string): unknown {
  const word = folded(text);
  return YES.has(word) ? true : NO.has(word) ? false : text;
}

/** The value of a choice by itself or by its label in any of our languages. */
function choiceOf(text: string, field: ResolvedField, ctx: Context): unknown {
  const choices = choicesOf(field, ctx);
  if (choices.some(({ value }) => String(value) === text)) return text;
  const word = folded(text);
  const found = choices.find(({ value, label }) => [String(value), ...Object.values(label)].some((one) => folded(one) === word));
  return found ? found.value : text;
}

const relatedListOf = (text: string): unknown => listOf(text).map(displayNameOf);

const TEXTS: ReadonlySet<FieldType> = new Set(['string', 'slug', 'email', 'url', 'regex']);

/** True when an empty cell means an empty text. */
export const isTextual = ({ kind }: ResolvedField): boolean => TEXTS.has(kind.type) && kind.name !== 'uuid' && !kind.secret;

/**
 * Text of a cell → what a request body would hold; undefined when the cell says nothing about the field. What is no
 * value of the kind comes back as text, so that the writer refuses it under the field's name.
 */
export function fromCell(text: string, field: ResolvedField, ctx: Context): unknown {
  const { kind, options } = field;
  if (text === EMPTY && !options.writeOnly && !kind.secret) {
    if (options.nullable) return null;
    if (!isTextual(field)) return undefined;
  }
  // An exported table shows nothing of what is only written, so neither mark says that it shall go.
  if ((options.writeOnly || kind.secret) && (text === EMPTY || text === '')) return undefined;
  const plain = withoutMark(text);
  if (plain === '') return isTextual(field) ? '' : undefined;
  if (kind.fromCell) return kind.fromCell(plain, field, ctx);
  switch (kind.type) {
    case 'boolean':
      return booleanOf(plain);
    case 'choice':
    case 'labeled_choice':
      return choiceOf(plain, field, ctx);
    case 'object_related_field':
      return displayNameOf(plain);
    case 'm2m_related_field':
      return relatedListOf(plain);
    case 'list':
    case 'tree':
      return listOf(plain);
    case 'multiple choice':
      return listOf(plain).map((entry) => (typeof entry === 'string' ? choiceOf(entry, field, ctx) : entry));
    case 'json':
    case 'nested object':
    case 'field':
      return jsonOf(plain) ?? plain;
    default:
      return plain;
  }
}

/**
 * Characters with which spreadsheets start a formula, their full-width forms among them, also behind white space
 * (OWASP "CSV injection").
 */
const FORMULA = /^[\s\u00a0\u3000\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;
/** A text that would lose its first character when it is read back. */
const MARKED = /^'(?:'|[\s\u00a0\u3000\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫]|[\t\r\n])/u;
/** A number by itself does nothing. */
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

export const startsFormula = (text: string): boolean => FORMULA.test(text);

/** Text of a value as it stands in a CSV: what could execute begins with an apostrophe, which reading takes off again. */
export const csvMark = (text: string, isNumber: boolean): string =>
  MARKED.test(text) || (FORMULA.test(text) && !(isNumber && NUMBER.test(text))) ? `'${text}` : text;

/** In XLSX cells have a type, so only what would be read back differently is marked. */
export const xlsxMark = (text: string): string => (MARKED.test(text) || text === EMPTY ? `'${text}` : text);

/** Undoes the marks. */
export const withoutMark = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);
