import { type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { sql } from 'kysely';
import { type Context, holds } from './context.ts';
import type { Row, Values, Write } from './definition.ts';
import { Problem } from './kinds.ts';
import { all, from, idIn, visible } from './query.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';

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
function readField(field: ResolvedField, given: unknown, ctx: Context, write: Pick<Write, 'verb' | 'partial'>): unknown {
  const { options, kind } = field;
  const isText = kind.column === 'text' || kind.type === 'string';
  if (given === undefined) {
    if (write.partial) return undefined;
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
  // An empty secret on update means "keep", so that forms need not know it (contract/accounts.md §2).
  if (given === '' && kind.secret) return undefined;
  if (given === '' && isText && options.nullable && !options.blank) return null;
  return kind.parse(given, field, ctx);
}

/**
 * Body → stored forms by field name. Unknown keys are ignored, as the contract's clients send read-only ones back.
 * Throws InvalidInput with a problem under every field that has one.
 */
export function readBody(resource: ResolvedResource, ctx: Context, body: unknown, write: Pick<Write, 'verb' | 'partial'>): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw InvalidInput.on('non_field_errors', 'not_an_object');
  const problems = new Problems();
  const values: Values = {};
  for (const field of writableFields(resource, ctx, write.verb)) {
    try {
      const value = readField(field, (body as Record<string, unknown>)[field.name], ctx, write);
      if (value !== undefined) values[field.name] = value;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.add(field.name, error.problem);
    }
  }
  problems.throwIfAny();
  return values;
}

/** Related objects must exist, be visible to this actor and belong to the same organisation. One query a relation. */
export async function checkRelations(resource: ResolvedResource, ctx: Context, values: Values, orgId: string | undefined): Promise<void> {
  const problems = new Problems();
  for (const field of resource.fields) {
    const { target, options, kind } = field;
    const given = values[field.name];
    if (!target || given === undefined || given === null) continue;
    const ids = (kind.name === 'manyToMany' ? given : [given]) as (string | number)[];
    if (ids.length === 0) continue;
    const conditions = [...visible(target, ctx), idIn(target, ids)];
    if (target.orgScoped && resource.orgScoped && options.sameOrg !== false && orgId) conditions.push(sql<boolean>`t.org_id = ${orgId}`);
    const { rows } = await sql<{ id: string | number }>`select t.id from ${from(target)} where ${all(conditions)}`.execute(ctx.tx);
    const known = new Set(rows.map((row) => row.id));
    for (const id of ids) if (!known.has(id)) problems.add(field.name, { code: 'does_not_exist', params: { value: id } });
  }
  problems.throwIfAny();
}

/** Uniqueness is checked before writing, so that the answer names the fields; the database's constraint is the last word. */
export async function checkUnique(
  resource: ResolvedResource,
  ctx: Context,
  values: Values,
  before: Row | undefined,
  orgId: string | undefined,
): Promise<void> {
  const sets = [
    ...resource.fields.flatMap((field) =>
      field.options.unique ? [{ names: [field.name], global: field.options.unique === 'global' }] : [],
    ),
    ...(resource.definition.uniqueTogether ?? []).map((names) => ({ names: [...names], global: false })),
  ];
  const problems = new Problems();
  const current = (name: string): unknown => {
    if (name in values) return values[name];
    return before?.[resource.field(name)?.column ?? name];
  };
  for (const { names, global } of sets) {
    if (!names.some((name) => name in values)) continue;
    const parts = names.map((name) => ({ column: resource.field(name)?.column ?? name, value: current(name) }));
    if (parts.some(({ value }) => value === null || value === undefined)) continue;
    const conditions = parts.map(({ column, value }) => sql<boolean>`t.${sql.ref(column)} = ${value}`);
    if (!global && resource.orgScoped) conditions.push(sql<boolean>`t.org_id = ${orgId}`);
    if (before) conditions.push(sql<boolean>`t.id <> ${before.id}`);
    const { rows } = await sql`select 1 from ${from(resource)} where ${all(conditions)} limit 1`.execute(ctx.tx);
    if (rows.length > 0) for (const name of names) problems.add(name, { code: 'unique' });
  }
  problems.throwIfAny();
}
