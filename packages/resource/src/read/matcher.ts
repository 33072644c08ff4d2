import { InvalidInput } from '@postern/contract/errors';
import { type AttributeRule, type Matcher, matcherShape, ruleValues } from '@postern/contract/matcher';
import { AliasedExpressionWrapper } from 'kysely';
import { EVERYBODY, eb, NOBODY, type Where } from '../base/conditions.ts';
import { type Context, holds } from '../base/context.ts';
import { patternProblem } from '../base/rule-pattern.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { answersOf, asText, isNotTruth, isTruth, NUMBER, TEXT } from './matcher.queries.ts';
import { type Finder, findAmong, findInRow } from './matcher-pattern.ts';
import { all, anyTable, column, expressionOf, idIn, mainTable } from './where.ts';

/**
 * Matchers as where-clauses (docs/wire/conventions.md#attribute-rules, docs/wire/access-rules.md#who-and-what): what a list shows
 * and what a rule is enforced on come from the same clause, so they cannot disagree.
 */

const comparison = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function relatedTo(field: ResolvedField, values: readonly (string | number | boolean)[]): Where {
  const { through } = field.options;
  if (!through || !field.target) return NOBODY;
  const ids = values.flatMap((value) => (typeof value === 'boolean' ? [] : [value]));
  const targets = eb.selectFrom(mainTable(field.target)).select('t.id').where(idIn(field.target, ids));
  return eb(column('id'), 'in', eb.selectFrom(through.table).select(through.mine).where(through.theirs, 'in', targets));
}

async function fieldFulfils(field: ResolvedField, ctx: Context, rule: AttributeRule, find: Finder): Promise<Where> {
  const values = ruleValues(rule.value);
  if (field.kind.name === 'manyToMany') return relatedTo(field, values);
  const expression = expressionOf(field, ctx);
  if (!expression) return NOBODY;
  if (field.kind.name === 'reference') return field.target ? idOf(field, values) : NOBODY;
  if (field.kind.type === 'boolean') {
    const wanted = values[0] === true || /^(true|1|yes)$/i.test(String(values[0]));
    if (rule.match === 'exact') return isTruth(expression, wanted);
    return rule.match === 'not' ? isNotTruth(expression, wanted) : NOBODY;
  }
  if (field.kind.type === 'integer' || field.kind.type === 'float') {
    if (values.includes('*') && (rule.match === 'exact' || rule.match === 'in')) return EVERYBODY;
    const numbers = values.map((value) => (value === '' ? Number.NaN : Number(value)));
    return numbers.some(Number.isNaN) ? NOBODY : (comparison(NUMBER, rule.match)?.(expression, numbers) ?? NOBODY);
  }
  const shown = asText(expression);
  if (rule.match === 'regex') return find(field.name, shown, String(values[0] ?? ''));
  return comparison(TEXT, rule.match)?.(shown, values.map(String)) ?? NOBODY;
}

function idOf(field: ResolvedField, values: readonly (string | number | boolean)[]): Where {
  const ids = values.flatMap((value) => (typeof value === 'boolean' ? [] : [value]));
  const target = field.target as ResolvedResource;
  return eb(column(field.column ?? field.name), 'in', eb.selectFrom(mainTable(target)).select('t.id').where(idIn(target, ids)));
}

/** Whether the main row fulfils one rule. What the actor may not read, and secrets, cannot be found out by a rule either. */
async function fulfils(resource: ResolvedResource, ctx: Context, rule: AttributeRule, find: Finder): Promise<Where> {
  const { attributes } = resource.behaviour;
  const own = attributes && Object.hasOwn(attributes, rule.name) ? attributes[rule.name] : undefined;
  if (own) return own(ctx, ruleValues(rule.value).map(String));
  const field = resource.field(rule.name);
  if (!field?.readable || field.kind.secret || field.options.writeOnly) return NOBODY;
  if (field.options.readWith && !holds(ctx.actor, [field.options.readWith])) return NOBODY;
  return fieldFulfils(field, ctx, rule, find);
}

async function meant(
  resource: ResolvedResource,
  ctx: Context,
  matcher: Matcher,
  finder: (fulfilled: readonly Where[]) => Finder,
): Promise<Where> {
  if (matcher.type === 'all') return EVERYBODY;
  if (matcher.type === 'ids') return idIn(resource, matcher.ids);
  const fulfilled: Where[] = [];
  // Patterns last: they are asked about what fulfils all other rules.
  for (const rule of matcher.attrs.toSorted((a, b) => Number(a.match === 'regex') - Number(b.match === 'regex')))
    fulfilled.push(await fulfils(resource, ctx, rule, finder(fulfilled)));
  return all(fulfilled);
}

/**
 * Where-clause over the main table (alias `t`) for the objects that a matcher means. A rule whose pattern cannot be read is taken to
 * be fulfilled.
 * @param within further conditions that whoever asks will put beside it: only their rows are looked through for patterns
 * @throws CodedError pattern_too_costly
 */
export const matched = (resource: ResolvedResource, ctx: Context, matcher: Matcher, within: readonly Where[]): Promise<Where> =>
  meant(resource, ctx, matcher, (fulfilled) => findAmong(resource, ctx, [...within, ...fulfilled]));

/** Whether an object fulfils a matcher; `unsure` where it hangs on a pattern that cannot be read. */
export type Answer = boolean | 'unsure';

/**
 * Which of many matchers one object fulfils, in their order. One query, and one more for each attribute that patterns ask for,
 * whatever their number. Row security is the caller's: a rule is enforced on people and assets whether or not whoever asks may
 * see them.
 * @returns nothing but false for an object that does not exist
 */
export async function whichMatch(
  resource: ResolvedResource,
  ctx: Context,
  id: string | number,
  matchers: readonly Matcher[],
): Promise<Answer[]> {
  if (matchers.length === 0) return [];
  let doubtful = false;
  const find = findInRow(resource, ctx, id, () => {
    doubtful = true;
  });
  const asked: { where: Where; unsure: boolean }[] = [];
  for (const one of matchers) {
    doubtful = false;
    asked.push({ where: await meant(resource, ctx, one, () => find), unsure: doubtful });
  }
  const answers = answersOf(asked.map(({ where }) => where));
  const row = await anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(new AliasedExpressionWrapper(answers, 'answers'))
    .where(idIn(resource, [id]))
    .executeTakeFirst();
  return asked.map(({ unsure }, at) => (row?.answers[at] === true ? (unsure ? 'unsure' : true) : false));
}

/**
 * Reads the `attr_rules` of a list request: base64 of UTF-8 JSON.
 * @throws InvalidInput under `attr_rules` when it is not that, or holds a pattern that cannot be read
 */
export function readAttrRules(value: string): Matcher {
  let input: unknown;
  try {
    input = JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    throw InvalidInput.on('attr_rules', 'invalid_json');
  }
  const read = matcherShape.safeParse(input);
  if (!read.success) throw InvalidInput.on('attr_rules', 'invalid_matcher');
  const problem = patternProblem(read.data);
  if (problem) throw InvalidInput.on('attr_rules', problem.code, { ...problem.params });
  return read.data;
}
