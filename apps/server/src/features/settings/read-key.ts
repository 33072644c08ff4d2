import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { definitionOf, type SettingKey } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { readSetting } from './setting-values.ts';

/** Settings as bodies bring them, read into stored form: those that are saved as those of a form that is only tried. */
export interface Read {
  values: Map<SettingKey, unknown>;
  problems: Record<string, FieldProblem[] | FieldProblems>;
}

export const nothingRead = (): Read => ({ values: new Map(), problems: {} });

/** One key of a body into values or problems. Secrets left blank stay what they are. */
export function readKey(ctx: Context, key: SettingKey, given: unknown, { values, problems }: Read): void {
  const { secret, fixed, default: usual } = definitionOf(key);
  // Clients send back what they were shown; that changes nothing.
  if (fixed) {
    if (!isDeepStrictEqual(given, usual)) problems[key] = [{ code: 'fixed_setting' }];
    return;
  }
  if (secret && (given === '' || given === null)) return;
  const read = readSetting(key, secret && typeof given === 'string' ? ctx.decrypt(given) : given);
  if (read.problems) problems[key] = read.problems;
  else values.set(key, read.value);
}

/** @throws InvalidInput with all that is wrong */
export function valuesOf({ values, problems }: Read): Map<SettingKey, unknown> {
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems as FieldProblems);
  return values;
}
