import type { z } from 'zod';
import type { FieldProblem, FieldProblems } from './errors.ts';

/** What a schema finds wrong, in the codes of our own table. */

type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, FieldProblem['code']>> = {
  string: 'not_a_text',
  number: 'invalid_number',
  int: 'invalid_integer',
  boolean: 'invalid_boolean',
  array: 'not_a_list',
  tuple: 'not_a_list',
  set: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
  date: 'invalid_datetime',
};
const FORMS: Readonly<Record<string, FieldProblem['code']>> = {
  uuid: 'another_form',
  url: 'invalid_url',
  email: 'invalid_email',
  datetime: 'invalid_datetime',
  ipv4: 'invalid_ip',
  ipv6: 'invalid_ip',
};

function tooBig({ origin, maximum: max }: Extract<Issue, { code: 'too_big' }>): FieldProblem {
  if (origin === 'string') return { code: 'max_length', params: { max } };
  return { code: origin === 'array' || origin === 'set' ? 'too_many' : 'max_value', params: { max } };
}

function tooSmall({ origin, minimum: min }: Extract<Issue, { code: 'too_small' }>): FieldProblem {
  if (origin === 'string') return min === 1 ? { code: 'blank' } : { code: 'min_length', params: { min } };
  return origin === 'array' || origin === 'set' ? { code: 'required' } : { code: 'min_value', params: { min } };
}

/** One of them, as a field is told. */
export function problemOf(issue: Issue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      return { code: KINDS[issue.expected] ?? 'another_form' };
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_format':
      return { code: FORMS[issue.format] ?? 'another_form' };
    case 'unrecognized_keys':
      return { code: 'unknown_names', params: { names: issue.keys.map((key) => key.slice(0, 64)).join(', ') } };
    default:
      return { code: 'another_form' };
  }
}

/** The first of each field of a body; `otherwise` names what is wrong with the body as a whole. */
export function problemsOf({ issues }: { issues: readonly Issue[] }, otherwise = 'non_field_errors'): FieldProblems {
  const problems: FieldProblems = {};
  for (const issue of issues) problems[String(issue.path[0] ?? otherwise)] ??= [problemOf(issue)];
  return problems;
}
