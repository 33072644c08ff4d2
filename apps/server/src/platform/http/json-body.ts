import { CodedError } from '@postern/contract/errors';

/** Levels of lists and objects within each other; no resource needs more than a handful. */
const MAX_DEPTH = 64;

/**
 * Answers a parsed body when all of it can be handled: not so deep that writing it out again overflows the stack, and
 * without a `toString` of its own, which would turn every message that names the value into a failure.
 * @throws CodedError parse_error
 */
export function checkedBody<T>(body: T): T {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new CodedError('parse_error');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, 'toString')) throw new CodedError('parse_error');
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return body;
}
