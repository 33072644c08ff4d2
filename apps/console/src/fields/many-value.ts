/** Many related objects said in one JSON value: all, by id, or by their attributes (docs/wire/conventions.md#attribute-rules). */
export const MATCHES = [
  'exact',
  'not',
  'in',
  'contains',
  'startswith',
  'endswith',
  'regex',
  'gte',
  'lte',
  'gt',
  'lt',
  'ip_in',
  'm2m',
] as const;
export type Match = (typeof MATCHES)[number];

export interface AttrRule {
  name: string;
  match: Match;
  value: unknown;
  rel?: 'and';
}
export type ManyValue = { type: 'all' } | { type: 'ids'; ids: unknown[] } | { type: 'attrs'; attrs: AttrRule[] };

/** An attribute that can be asked for, and how it is entered. */
export interface Attribute {
  name: string;
  label: string;
  type: 'str' | 'ip' | 'int' | 'bool' | 'm2m' | 'select';
  /** List of related objects, for `m2m`. */
  url?: string;
  /** Values to choose from, for `select`. */
  choices?: readonly { value: unknown; label: string }[];
  /** Most characters of a typed value. */
  max?: number;
}

const TEXT: readonly Match[] = ['exact', 'not', 'in', 'contains', 'startswith', 'endswith', 'regex'];
const BY_TYPE: Readonly<Record<Attribute['type'], readonly Match[]>> = {
  str: TEXT,
  ip: [...TEXT, 'ip_in'],
  int: ['exact', 'not', 'in', 'gte', 'lte'],
  bool: ['exact', 'not'],
  m2m: ['m2m'],
  select: ['in'],
};

/** How an attribute of a type can be compared (docs/behaviour/forms.md#all-these-or-matching). */
export const matchesOf = (type: Attribute['type']): readonly Match[] => BY_TYPE[type];

/** What a rule's value is entered with. */
export function valueKind(attribute: Attribute, match: Match): 'related' | 'choices' | 'switch' | 'words' | 'number' | 'text' {
  if (attribute.type === 'm2m') return 'related';
  if (attribute.type === 'select') return 'choices';
  if (attribute.type === 'bool') return 'switch';
  if (match === 'in' || match === 'ip_in') return 'words';
  return attribute.type === 'int' ? 'number' : 'text';
}

export function readMany(value: unknown): ManyValue {
  const { type, ids, attrs } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (type === 'ids') return { type, ids: Array.isArray(ids) ? ids : [] };
  if (type === 'attrs') return { type, attrs: Array.isArray(attrs) ? (attrs as AttrRule[]) : [] };
  return { type: 'all' };
}

/** Adds a rule; one about the same attribute is replaced in its place. */
export function withRule(rules: readonly AttrRule[], rule: AttrRule): AttrRule[] {
  const complete: AttrRule = { ...rule, rel: 'and' };
  return rules.some((one) => one.name === rule.name) ? rules.map((one) => (one.name === rule.name ? complete : one)) : [...rules, complete];
}

/** The query value of `attr_rules`: base64 of the UTF-8 JSON. */
export function attrRules(value: ManyValue): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** True when the value says nobody: neither ids nor rules, which the server refuses. */
export const isNobody = (value: unknown): boolean => {
  const many = readMany(value);
  return (many.type === 'ids' && many.ids.length === 0) || (many.type === 'attrs' && many.attrs.length === 0);
};
