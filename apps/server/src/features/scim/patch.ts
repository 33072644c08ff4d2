import { isRecord } from '@postern/contract/wire';
import { type Filter, matches, plainPath, readFilter } from './filter.ts';
import { ScimProblem } from './problem.ts';

/**
 * Operations of PATCH (RFC 7644 §3.5.2) on what a person or a group looks like. The result is written like the body of a PUT, so that there is one way to
 * change something, with its checks. Never touched: what the service alone says.
 */

export type Document = Record<string, unknown>;

/** Operations of one request: more than an identity provider sends, and little enough to be done at once. */
const MAX_OPERATIONS = 1000;
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'groups', 'schemas']);

interface Target {
  attribute: string;
  filter?: Filter;
  sub?: string;
}

/** `emails[type eq "work"].value`, `name.formatted`, `urn:…:User:active`. */
function readPath(path: string): Target {
  const found = /^((?:urn:[\w:.-]+:)?[A-Za-z]\w*)(?:\[(.*)\])?(?:\.([A-Za-z$]\w*))?$/s.exec(path.trim());
  if (!found) throw new ScimProblem('invalidPath', `“${path.slice(0, 64)}” is no path.`);
  const [, attribute = '', filter, sub] = found;
  try {
    return {
      attribute: plainPath(attribute),
      ...(filter === undefined ? {} : { filter: readFilter(filter) }),
      ...(sub === undefined ? {} : { sub: sub.toLowerCase() }),
    };
  } catch (error) {
    if (error instanceof ScimProblem) throw new ScimProblem('invalidPath', error.message);
    throw error;
  }
}

/** The attribute as the document spells it; clients spell as they like. */
const keyOf = (document: Document, name: string, spelled: string): string =>
  Object.keys(document).find((key) => key.toLowerCase() === name) ?? spelled;

const listOf = (value: unknown): Document[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(isRecord);
const same = (one: Document, other: Document): boolean =>
  one.value !== undefined && other.value !== undefined ? one.value === other.value : JSON.stringify(one) === JSON.stringify(other);

function add(is: unknown, value: unknown): unknown {
  if (Array.isArray(is) || Array.isArray(value)) {
    const kept = listOf(is);
    return [...kept, ...listOf(value).filter((one) => !kept.some((other) => same(one, other)))];
  }
  return isRecord(is) && isRecord(value) ? { ...is, ...value } : value;
}

function onValues(op: string, is: unknown, { filter, sub, attribute }: Target, value: unknown): unknown {
  const values = listOf(is);
  const meant = (one: Document): boolean => filter === undefined || matches(filter, one);
  if (op === 'remove') {
    if (sub === undefined) return values.filter((one) => !meant(one));
    return values.map((one) => (meant(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => key.toLowerCase() !== sub)) : one));
  }
  const given: unknown = sub === undefined ? value : { [sub]: value };
  if (!isRecord(given)) throw new ScimProblem('invalidValue', `A value of ${attribute} is an object.`);
  if (values.some(meant)) return values.map((one) => (meant(one) ? { ...one, ...given } : one));
  // Identity providers set `emails[type eq "work"].value` of people who have none yet: what the filter says becomes true of the new one.
  const implied = filter?.is === 'term' && filter.operator === 'eq' ? { [plainPath(filter.path)]: filter.value } : {};
  return [...values, { ...implied, ...given }];
}

function apply(document: Document, op: string, path: string | undefined, value: unknown): Document {
  if (path === undefined) {
    if (op === 'remove') throw new ScimProblem('noTarget', 'What is removed needs a path.');
    if (!isRecord(value)) throw new ScimProblem('invalidValue', 'Without a path the value is an object of attributes.');
    // What the service alone says comes back with whole objects, and is not asked to change.
    return Object.entries(value)
      .filter(([name]) => !READ_ONLY.has(plainPath(name)))
      .reduce((now, [name, part]) => apply(now, op, name, part), document);
  }
  const target = readPath(path);
  if (READ_ONLY.has(target.attribute)) throw new ScimProblem('mutability', `${target.attribute} cannot be changed.`);
  const key = keyOf(
    document,
    target.attribute,
    target.attribute === 'username' ? 'userName' : path.replace(/^urn:[\w:.-]+:/i, '').replace(/[[.].*$/s, ''),
  );
  const is = document[key];
  const several = target.filter !== undefined || Array.isArray(is);
  const next = ((): unknown => {
    if (several && (target.filter !== undefined || target.sub !== undefined)) return onValues(op, is, target, value);
    if (target.sub !== undefined) {
      const inner = isRecord(is) ? is : {};
      const name = keyOf(inner, target.sub, target.sub);
      const { [name]: _gone, ...rest } = inner;
      return op === 'remove' ? rest : { ...rest, [name]: value };
    }
    // Okta and Entra ID name those to remove in the value, where the RFC has a filter for it.
    if (op === 'remove' && Array.isArray(is) && Array.isArray(value)) {
      const going = listOf(value);
      return listOf(is).filter((one) => !going.some((other) => same(one, other)));
    }
    if (op === 'remove') return undefined;
    return op === 'add' ? add(is, value) : value;
  })();
  return { ...document, [key]: next };
}

/** @param body of the request. @throws ScimProblem */
export function patched(document: Document, body: unknown): Document {
  const operations = isRecord(body) ? (body.Operations ?? body.operations) : undefined;
  if (!Array.isArray(operations) || operations.length === 0) throw new ScimProblem('invalidSyntax', 'There are no operations.');
  if (operations.length > MAX_OPERATIONS) throw new ScimProblem('invalidValue', `More than ${MAX_OPERATIONS} operations.`);
  return operations.reduce<Document>((now, operation: unknown) => {
    if (!isRecord(operation)) throw new ScimProblem('invalidSyntax', 'An operation is an object.');
    const op = String(operation.op).toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimProblem('invalidSyntax', `“${op.slice(0, 64)}” is no operation.`);
    const { path, value } = operation;
    if (path !== undefined && path !== null && typeof path !== 'string') throw new ScimProblem('invalidPath', 'A path is a text.');
    return apply(now, op, typeof path === 'string' && path !== '' ? path : undefined, value);
  }, document);
}
