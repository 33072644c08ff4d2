import { type FieldProblem, InvalidInput } from '@postern/contract/errors';
import { and, eb, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import { mayList } from '../compiled/policy-of.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';
import { relatedId } from '../kinds/index.ts';
import { Problem } from '../kinds/problem.ts';
import { anyTable, column, idIn, mainTable, visible } from './where.ts';

/**
 * How an id from outside becomes a row: always among the rows that the actor may use, by one query. What is missing, what
 * belongs to somebody else and what is no id at all get the same answer, so nothing can be learnt by asking.
 */

type Id = string | number;

/**
 * Rows of the target that objects of an organisation may name; undefined asks for no organisation. Where all organisations
 * are one (personal things, like favourites), who may not list the target names only what it offers them, if it offers any.
 */
async function usable(target: ResolvedResource, ctx: Context, orgId: string | undefined): Promise<Where[]> {
  const conditions = visible(target, ctx);
  const { offered } = target.behaviour;
  if (offered && ctx.org.isRoot && ctx.actor.kind === 'user' && !mayList(target, ctx)) conditions.push(await offered(ctx));
  if (orgId === undefined) return conditions;
  if (target.orgScoped) return [...conditions, eb(column('org_id'), '=', orgId)];
  const members = target.behaviour.within?.(ctx, orgId);
  return members ? [...conditions, members] : conditions;
}

/** Ids of one related resource, named in objects of an organisation; undefined asks for no organisation. */
export interface Named {
  target: ResolvedResource;
  ids: readonly Id[];
  orgId: string | undefined;
  columns?: readonly string[] | undefined;
}

/** A question about rows of a resource. */
export interface Question {
  target: ResolvedResource;
  where: Where;
  /** Columns that are read with the title, as JSON has them. */
  columns?: readonly string[] | undefined;
}

/** A row that was asked about. */
export interface Found {
  /** The text that stands for it in logs. */
  title: string;
  columns: Row;
}

const asText = (name: string) => eb.cast<string>(column(name), 'text');

/** What is found for each question apart, by id. One statement, however many resources are asked about. */
export async function titlesOf(ctx: Context, questions: readonly Question[]): Promise<Map<Id, Found>[]> {
  const [first, ...others] = questions.map(({ target, where, columns = [] }, at) => {
    const title = target.field(target.definition.title ?? 'name')?.column ?? 'id';
    const read = eb.fn<Row>(
      'jsonb_build_object',
      columns.flatMap((name) => [eb.cast(eb.val(name), 'text'), column(name)]),
    );
    return anyTable(ctx)
      .selectFrom(mainTable(target))
      .select(({ lit }) => [lit(at).as('at'), asText('id').as('id'), asText(title).as('title'), read.as('columns')])
      .where(where);
  });
  const found = questions.map(() => new Map<Id, Found>());
  if (!first) return found;
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute();
  for (const { at, id, title, columns } of rows)
    found[at]?.set(questions[at]?.target.idType === 'integer' ? Number(id) : id, { title: title ?? '', columns });
  return found;
}

/** Which rows the actor may name, of each related resource apart. One statement. */
export async function usableRows(ctx: Context, asked: readonly Named[]): Promise<ReadonlyMap<Id, Found>[]> {
  const questions: Question[] = [];
  for (const { target, ids, orgId, columns } of asked)
    questions.push({ target, columns, where: and(...(await usable(target, ctx, orgId)), idIn(target, ids)) });
  return titlesOf(ctx, questions);
}

/** Which of these ids are rows that the actor may name in an object of the organisation. */
export async function usableIds(
  target: ResolvedResource,
  ctx: Context,
  ids: readonly Id[],
  orgId: string | undefined,
): Promise<ReadonlySet<Id>> {
  if (ids.length === 0) return new Set();
  const [found] = await usableRows(ctx, [{ target, ids, orgId }]);
  return new Set(found?.keys());
}

/** How an id that leads nowhere is told. */
export const missing = (value: unknown): FieldProblem => ({ code: 'does_not_exist', params: { value: String(value).slice(0, 64) } });

export interface ReferenceOptions {
  /** Organisation of the object that names them. */
  orgId?: string | undefined;
  /** Ids at most. Default 1,000. */
  max?: number;
}

/**
 * Reads the list of related objects in a body of a hand-written route: bare ids, `{id}` or `{pk}`.
 * @returns their ids, each once
 * @throws InvalidInput under `field`: no list, too many, or the first that is no row this actor may use
 */
export async function readReferences(
  target: ResolvedResource,
  ctx: Context,
  field: string,
  given: unknown,
  { orgId, max = 1_000 }: ReferenceOptions = {},
): Promise<Id[]> {
  if (!Array.isArray(given)) throw InvalidInput.on(field, given === undefined ? 'required' : 'not_a_list');
  if (given.length > max) throw InvalidInput.on(field, 'too_many', { max });
  const ids = [...new Set(given.map((entry: unknown) => idOf(target, field, entry)))];
  const known = await usableIds(target, ctx, ids, orgId);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new InvalidInput({ [field]: [missing(unknown)] });
  return ids;
}

/** Like `readReferences`, for one. */
export async function readReference(
  target: ResolvedResource,
  ctx: Context,
  field: string,
  given: unknown,
  options: ReferenceOptions = {},
): Promise<Id> {
  if (given === undefined || given === null || given === '') throw InvalidInput.on(field, 'required');
  return (await readReferences(target, ctx, field, [given], options))[0] as Id;
}

function idOf(target: ResolvedResource, field: string, entry: unknown): Id {
  try {
    return relatedId(entry, { target });
  } catch (error) {
    if (error instanceof Problem) throw new InvalidInput({ [field]: [error.problem] });
    throw error;
  }
}
