import { InvalidInput } from '@postern/contract/errors';
import type { Page } from '@postern/contract/wire';
import { and, NOBODY, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { conditionOf, filterable, filtered } from './query.ts';
import { anyTable, mainTable, visible } from './where.ts';

/** Rows that are looked at, where a list does not stop to count before. */
const MAX_ROWS = 100_000;
/** Choices that are counted; a list of all time zones is found by its names. */
const MAX_CHOICES = 100;

/** The values that a filter by this field takes; nothing where they are no few. */
function valuesOf(field: ResolvedField | undefined, ctx: Context, query: Query): string[] {
  if (!field) return [];
  if (field.kind.type === 'boolean') return ['true', 'false'];
  const choices = field.kind.several ? (field.kind.info?.(field, ctx, query).choices ?? []) : [];
  return choices.length > MAX_CHOICES ? [] : choices.map(({ value }) => String(value));
}

/**
 * A list with `count_by`: how many of its rows each choice of one field has, the other conditions as they are and none on the field itself. In
 * one statement, over the rows that the actor may list and no more than so many of them; then the numbers are of those, and it says so.
 *
 * @throws InvalidInput for what is no choice that this actor may filter by: one answer, whatever it is instead
 */
export async function choiceCounts(kernel: Kernel, resource: ResolvedResource, ctx: Context, query: Query): Promise<Page<never>> {
  const { count_by: name = '', [name]: _own, ...others } = query;
  const values = valuesOf(filterable(resource, ctx, name), ctx, query);
  if (values.length === 0) throw InvalidInput.on('count_by', 'invalid_choice', { value: name.slice(0, 64) });
  const most = resource.definition.countUpTo ?? MAX_ROWS;
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, others))];
  const having = await Promise.all(values.map((value) => conditionOf(resource, ctx, { ...others, [name]: value }, name, value)));
  const { n, ...found } = await counted(resource, ctx, conditions, having, most + 1);
  return {
    count: Math.min(n ?? 0, most),
    ...((n ?? 0) > most ? { count_capped: true } : {}),
    next: null,
    previous: null,
    results: [],
    counts: values.map((value, at) => ({ value, count: Math.min(found[`c${at}`] ?? 0, most) })),
  };
}

/** `n` rows, and of them `c0`, `c1`, … of each condition. */
function counted(
  resource: ResolvedResource,
  ctx: Context,
  conditions: readonly Where[],
  having: readonly (Where | undefined)[],
  most: number,
): Promise<Record<string, number>> {
  const rows = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .selectAll('t')
    .where(and(...conditions))
    .limit(most);
  return anyTable(ctx)
    .selectFrom(rows.as('t'))
    .select(({ fn, cast }) => [
      cast<number>(fn.countAll(), 'integer').as('n'),
      ...having.map((one, at) => cast<number>(fn.countAll().filterWhere(one ?? NOBODY), 'integer').as(`c${at}`)),
    ])
    .executeTakeFirstOrThrow() as Promise<Record<string, number>>;
}
