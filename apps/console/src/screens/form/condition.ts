import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';

/** When a field is shown, as data: about one other field, or several such put together. */
export type Condition =
  | { field: string; is: unknown }
  | { field: string; isNot: unknown }
  | { field: string; in: readonly unknown[] }
  | { field: string; filled: boolean }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] };

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

/** Whether the values of a form meet a condition. Choices count by their bare value. */
export function meets(condition: Condition, values: Values): boolean {
  if ('all' in condition) return condition.all.every((part) => meets(part, values));
  if ('any' in condition) return condition.any.some((part) => meets(part, values));
  const value = choiceValue(values[condition.field]);
  if ('is' in condition) return value === condition.is;
  if ('isNot' in condition) return value !== condition.isNot;
  if ('in' in condition) return condition.in.includes(value);
  return isFilled(value) === condition.filled;
}
