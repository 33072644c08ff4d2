import type { FieldProblem } from '@postern/contract/errors';

/** Thrown by `parse`; the writer collects it under the field's name. */
export class Problem extends Error {
  readonly problem: FieldProblem;
  constructor(code: FieldProblem['code'], params?: FieldProblem['params']) {
    super(code);
    this.problem = { code, ...(params ? { params } : {}) };
  }
}

/** The entries of a list from outside. @throws Problem `not_a_list`, `too_many` */
export function entriesOf(input: unknown, most: number): unknown[] {
  if (!Array.isArray(input)) throw new Problem('not_a_list');
  if (input.length > most) throw new Problem('too_many', { max: most });
  return input;
}
