import { type FieldProblem, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { missingRights } from '@postern/contract/permissions';
import { isRecord } from '@postern/contract/wire';
import { type Context, holds } from '../base/context.ts';
import { mayList, policyOf } from '../compiled/policy-of.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row, Values, Write } from '../definition/definition.ts';
import { Problem } from '../kinds/problem.ts';
import { missing, usableIds } from '../read/references.ts';
import { takenOf } from './unique.queries.ts';

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

/**
 * Related objects must exist, be visible to this actor and belong to the same organisation. One query a relation, however
 * many rows; what is wrong is added to the problems of its row. `known` tells which values need no second look, `skip` which fields none yet.
 */
export async function checkRelations(
  resource: ResolvedResource,
  ctx: Context,
  candidates: readonly Candidate[],
  known: (candidate: Candidate, field: ResolvedField) => boolean = () => false,
  skip: (field: ResolvedField) => boolean = () => false,
): Promise<void> {
  const groups = [...byOrganisation(candidates)];
  for (const field of resource.fields) {
    const { target, options } = field;
    if (!target || skip(field)) continue;
    const idsOf = (one: Candidate): (string | number)[] => (known(one, field) ? [] : namedBy(field, one.values[field.name]));
    for (const [orgId, group] of groups) {
      const ids = [...new Set(group.flatMap(idsOf))];
      if (ids.length === 0) continue;
      const found = await usableIds(target, ctx, ids, resource.orgScoped && options.sameOrg !== false ? orgId : undefined);
      for (const one of group) for (const id of idsOf(one)) if (!found.has(id)) one.problems.add(field.name, missing(id));
    }
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
 * Also finds rows of one batch that collide with each other: the later ones are refused. One query a set.
 */
export async function checkUnique(resource: ResolvedResource, ctx: Context, candidates: readonly Candidate[]): Promise<void> {
  for (const set of uniqueSets(resource)) {
    const { names, global } = set;
    const taken = ({ problems }: Candidate): void => {
      for (const name of names) problems.add(name, { code: 'unique' });
    };
    const scoped = !global && resource.orgScoped;
    for (const [orgId, group] of scoped ? byOrganisation(candidates) : new Map([[undefined, [...candidates]]])) {
      const seen = new Set<string>();
      const asked: { one: Candidate; values: unknown[] }[] = [];
      for (const one of group) {
        const values = uniqueValues(resource, set, one);
        if (!values) continue;
        const key = JSON.stringify(values);
        if (seen.has(key)) taken(one);
        else asked.push({ one, values });
        seen.add(key);
      }
      if (asked.length === 0) continue;
      for (const at of await takenOf(resource, ctx, names, asked, scoped ? orgId : undefined)) {
        const hit = asked[at - 1];
        if (hit) taken(hit.one);
      }
    }
  }
}
