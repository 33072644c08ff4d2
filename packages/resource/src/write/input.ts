import { type FieldProblem, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { missingRights } from '@postern/contract/permissions';
import { isRecord } from '@postern/contract/wire';
import { type Context, holds } from '../base/context.ts';
import { mayList, policyOf } from '../compiled/policy-of.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row, Values, Write } from '../definition/definition.ts';
import { Problem } from '../kinds/problem.ts';
import { type Found, missing, type Named, usableRows } from '../read/references.ts';
import { takenOf, type Wanted } from './unique.queries.ts';

/** Problems gathered over a whole body, so that a form shows all of them at once. */
export class Problems {
  readonly byField: FieldProblems = {};
  add(field: string, problem: Problem['problem']): void {
    const list = this.byField[field];
    this.byField[field] = Array.isArray(list) ? [...list, problem] : [problem];
  }
  get any(): boolean {
    return Object.keys(this.byField).length > 0;
  }
  throwIfAny(): void {
    if (this.any) throw new InvalidInput(this.byField);
  }
}

/** Fields this actor may write with this verb. */
export function writableFields(resource: ResolvedResource, ctx: Context, verb: 'create' | 'update'): ResolvedField[] {
  return resource.fields.filter(
    ({ writable, options }) =>
      writable && !(verb === 'update' && options.createOnly) && (options.writeWith === undefined || holds(ctx.actor, [options.writeWith])),
  );
}

const defaultOf = (field: ResolvedField, ctx: Context): unknown => {
  const { default: given } = field.options;
  return typeof given === 'function' ? (given as (ctx: Context) => unknown)(ctx) : given;
};

/** One field of a body; undefined means "leave it alone". Empty text clears what is not text, as HTML forms send it. */
function readField(field: ResolvedField, given: unknown, ctx: Context, partial: boolean): unknown {
  const { options, kind } = field;
  const isText = kind.column === 'text' || kind.type === 'string';
  if (given === undefined) {
    if (partial) return undefined;
    const fallback = defaultOf(field, ctx);
    if (fallback !== undefined) return fallback;
    if (options.required) throw new Problem('required');
    return undefined;
  }
  if (given === null || (given === '' && !isText)) {
    if (options.nullable) return null;
    const fallback = defaultOf(field, ctx);
    if (given === null && isText && (options.blank ?? fallback === '')) return '';
    throw new Problem('null');
  }
  // An empty secret on update means "keep", so that forms need not know it (docs/wire/accounts.md#secrets-in-a-body).
  if (given === '' && kind.secret) return undefined;
  if (given === '' && isText && options.nullable && !options.blank) return null;
  return kind.parse(given, field, ctx);
}

/**
 * Body → stored forms by field name. Unknown keys are ignored, as clients send read-only ones back.
 * Throws InvalidInput with a problem under every field that has one.
 */
export const readBody = (resource: ResolvedResource, ctx: Context, body: unknown, write: Pick<Write, 'verb' | 'partial'>): Values =>
  readFields(writableFields(resource, ctx, write.verb), ctx, body, write);

/** A name that leads nowhere for whoever may list nothing of its kind: that is no word about what there is. The right is no secret. */
function unlisted(problem: FieldProblem, { target }: ResolvedField, given: unknown, ctx: Context): FieldProblem {
  const isName = isRecord(given) && given.pk === undefined && given.id === undefined && typeof given.name === 'string';
  if (problem.code !== 'does_not_exist' || !target || !isName || mayList(target, ctx)) return problem;
  const policy = policyOf(target, 'list');
  const rights = policy.allow === 'permission' ? missingRights(policy.all, (one) => holds(ctx.actor, [one])) : undefined;
  return rights ? { code: 'name_not_listed', params: { ...problem.params, rights } } : problem;
}

/** Reads any object by fields, as bodies of resources are read. @throws InvalidInput */
export function readFields(
  fields: readonly ResolvedField[],
  ctx: Context,
  body: unknown,
  { partial }: Pick<Write, 'partial'>,
): Record<string, unknown> {
  if (!isRecord(body)) throw InvalidInput.on('non_field_errors', 'not_an_object');
  const problems = new Problems();
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    try {
      const value = readField(field, (body as Record<string, unknown>)[field.name], ctx, partial);
      if (value !== undefined) values[field.name] = value;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.add(field.name, unlisted(error.problem, field, (body as Record<string, unknown>)[field.name], ctx));
    }
  }
  problems.throwIfAny();
  return values;
}

/** Ids that the stored form of a relation names; of a matcher those it lists, in the form they have in the database. */
function namedBy({ kind, target }: ResolvedField, value: unknown): (string | number)[] {
  if (value === undefined || value === null) return [];
  if (kind.name === 'matcher') {
    const { ids } = value as { ids?: readonly string[] };
    return (ids ?? []).map((id) => (target?.idType === 'integer' ? Number(id) : (parseUuid(id) ?? id)));
  }
  // What is no id yet is made into one by the resource's own logic (labels given as name and value).
  const entries: unknown[] = kind.name === 'manyToMany' ? (value as unknown[]) : [value];
  return entries.filter((entry) => typeof entry === 'string' || typeof entry === 'number');
}

/** Whether one stored form of a relation names nothing that another does not. */
export function namesNoOther(field: ResolvedField, value: unknown, than: unknown): boolean {
  const known = new Set(namedBy(field, than));
  return namedBy(field, value).every((id) => known.has(id));
}

/** One row on its way into the database. */
export interface Candidate {
  values: Values;
  before?: Row | undefined;
  orgId: string | undefined;
  problems: Problems;
}

/** Candidates by organisation: what is checked holds within one. */
function byOrganisation(candidates: readonly Candidate[]): Map<string | undefined, Candidate[]> {
  const groups = new Map<string | undefined, Candidate[]>();
  for (const one of candidates) groups.set(one.orgId, [...(groups.get(one.orgId) ?? []), one]);
  return groups;
}

/** Related objects that were looked up on the way, by resource: the audit difference tells their titles and asks for the others only. */
export type KnownObjects = Map<ResolvedResource, Map<string | number, Found>>;

/** Which relations of which rows are looked up. */
interface Looked {
  /** Ids that need no second look. */
  known?: (candidate: Candidate, field: ResolvedField) => boolean;
  /** Fields that are looked up by none, or not yet. */
  skip?: (field: ResolvedField) => boolean;
}

/**
 * Related objects must exist, be visible to this actor and belong to the same organisation. One statement, however many relations and
 * rows; what is wrong is added to the problems of its row.
 *
 * @param objects takes what was found, with the columns that the resource's own logic wants to know of it
 */
export async function checkRelations(
  resource: ResolvedResource,
  ctx: Context,
  candidates: readonly Candidate[],
  objects: KnownObjects,
  { known = () => false, skip = () => false }: Looked = {},
): Promise<void> {
  const groups = [...byOrganisation(candidates)];
  const asked: (Named & { field: ResolvedField; of: { one: Candidate; ids: (string | number)[] }[] })[] = [];
  for (const field of resource.fields) {
    const { target, options } = field;
    if (!target || skip(field)) continue;
    const columns = resource.behaviour.reads?.[field.name];
    for (const [orgId, group] of groups) {
      const of = group.flatMap((one) => {
        const ids = known(one, field) ? [] : namedBy(field, one.values[field.name]);
        return ids.length > 0 ? [{ one, ids }] : [];
      });
      const ids = [...new Set(of.flatMap((one) => one.ids))];
      if (ids.length === 0) continue;
      asked.push({ field, target, ids, of, columns, orgId: resource.orgScoped && options.sameOrg !== false ? orgId : undefined });
    }
  }
  for (const [at, found] of (await usableRows(ctx, asked)).entries()) {
    const question = asked[at];
    if (!question) continue;
    const { field, target, of } = question;
    for (const { one, ids } of of) for (const id of ids) if (!found.has(id)) one.problems.add(field.name, missing(id));
    const all = objects.get(target) ?? new Map<string | number, Found>();
    objects.set(target, all);
    for (const [id, { title, columns }] of found) all.set(id, { title, columns: { ...all.get(id)?.columns, ...columns } });
  }
}

/** Columns that together may hold a combination of values only once. */
export interface UniqueSet {
  names: readonly string[];
  global: boolean;
}

export const uniqueSets = (resource: ResolvedResource): UniqueSet[] => [
  { names: ['id'], global: true },
  ...resource.fields.flatMap((field) =>
    field.options.unique && field.name !== 'id' ? [{ names: [field.name], global: field.options.unique === 'global' }] : [],
  ),
  ...(resource.definition.uniqueTogether ?? []).map((names) => ({ names: [...names], global: false })),
];

/** Values of a unique set after the write; undefined when it does not touch the set, or one of them is empty. */
export function uniqueValues(
  resource: ResolvedResource,
  { names }: UniqueSet,
  { values, before }: Pick<Candidate, 'values' | 'before'>,
): unknown[] | undefined {
  if (!names.some((name) => name in values)) return undefined;
  const found = names.map((name) => (name in values ? values[name] : before?.[resource.field(name)?.column ?? name]));
  return found.some((value) => value === null || value === undefined) ? undefined : found;
}

/**
 * Uniqueness is checked before writing, so that the answer names the fields; the database's constraint is the last word.
 * Also finds rows of one batch that collide with each other: the later ones are refused. One statement, however many sets.
 */
export async function checkUnique(resource: ResolvedResource, ctx: Context, candidates: readonly Candidate[]): Promise<void> {
  const taken = ({ problems }: Candidate, { names }: UniqueSet): void => {
    for (const name of names) problems.add(name, { code: 'unique' });
  };
  const questions: { set: UniqueSet; asked: Wanted<Candidate>[]; names: readonly string[]; orgId: string | undefined }[] = [];
  for (const set of uniqueSets(resource)) {
    const scoped = !set.global && resource.orgScoped;
    for (const [orgId, group] of scoped ? byOrganisation(candidates) : new Map([[undefined, [...candidates]]])) {
      const seen = new Set<string>();
      const asked: Wanted<Candidate>[] = [];
      for (const one of group) {
        const values = uniqueValues(resource, set, one);
        if (!values) continue;
        const key = JSON.stringify(values);
        if (seen.has(key)) taken(one, set);
        else asked.push({ one, values });
        seen.add(key);
      }
      if (asked.length > 0) questions.push({ set, asked, names: set.names, orgId: scoped ? orgId : undefined });
    }
  }
  for (const { question, at } of await takenOf(resource, ctx, questions)) {
    const hit = questions[question]?.asked[at - 1];
    if (hit) taken(hit.one, questions[question]?.set as UniqueSet);
  }
}
