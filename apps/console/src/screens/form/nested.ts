import type { FieldInfo } from '@postern/contract/metadata';
import { childrenOf, isListed, type NestedErrors } from '../../model/nested.ts';
import type { Values } from '../../model/values.ts';
import { firstProblem, type Problem, rulesOf } from './rules.ts';

const writable = (children: Readonly<Record<string, FieldInfo>>): [string, FieldInfo][] =>
  Object.entries(children).filter(([, info]) => !info.read_only);

/** What is wrong below a field, in words; undefined when nothing is. */
export async function nestedProblems(
  value: unknown,
  info: FieldInfo,
  say: (problem: Problem) => string,
): Promise<NestedErrors | undefined> {
  const children = childrenOf(info);
  if (!children) return undefined;
  if (!isListed(info)) return rowProblems(value, children, say);
  const rows = await Promise.all((Array.isArray(value) ? value : []).map((row) => rowProblems(row, children, say)));
  return rows.some((row) => row !== undefined) ? rows.map((row) => row ?? {}) : undefined;
}

async function rowProblems(
  row: unknown,
  children: Readonly<Record<string, FieldInfo>>,
  say: (problem: Problem) => string,
): Promise<Record<string, string | NestedErrors> | undefined> {
  const values = (typeof row === 'object' && row !== null ? row : {}) as Values;
  const found: Record<string, string | NestedErrors> = {};
  for (const [name, info] of writable(children)) {
    const deeper = await nestedProblems(values[name], info, say);
    const problem = deeper ?? (await firstProblem(values[name], info.required, rulesOf(info)));
    if (deeper) found[name] = deeper;
    else if (problem) found[name] = say(problem as Problem);
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

const line = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join('; ') : typeof value === 'string' ? value : '';

/** The server's errors of one field, brought to the same shape; undefined when they are not about what lies below it. */
export function serverErrors(raw: unknown, info: FieldInfo): NestedErrors | undefined {
  const children = childrenOf(info);
  if (!children || typeof raw !== 'object' || raw === null) return undefined;
  if (isListed(info)) {
    if (!Array.isArray(raw) || raw.some((row) => typeof row !== 'object' || row === null)) return undefined;
    return raw.map((row) => rowErrors(row, children));
  }
  return Array.isArray(raw) ? undefined : rowErrors(raw, children);
}

function rowErrors(row: object, children: Readonly<Record<string, FieldInfo>>): Record<string, string | NestedErrors> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const info = children[name];
      const found = (info && serverErrors(value, info)) ?? line(value);
      return found === '' ? [] : [[name, found] as const];
    }),
  );
}
