import { FIELD_ERRORS } from '@postern/contract/errors';
import type { Matcher } from '@postern/contract/matcher';
import { type Language, render } from '@postern/contract/text';
import { type GroupType, groupProblem, type PatternProblem } from '@postern/pattern';
import { type Context, type Kernel, patternProblem } from '@postern/resource';
import { rowsWithPatterns } from './acl.queries.ts';

/** Rules of one kind that are looked through at most. */
const MAX_RULES = 5_000;

/** What holds patterns: the resource, and its matchers; command groups hold one of their own. */
export const PATTERNED = [
  { name: 'loginacl', matchers: ['users'] },
  { name: 'loginassetacl', matchers: ['users', 'assets'] },
  { name: 'commandfilteracl', matchers: ['users', 'assets'] },
  { name: 'connectmethodacl', matchers: ['users'] },
  { name: 'commandgroup', matchers: [] },
] as const;
export type Patterned = (typeof PATTERNED)[number];

/** A stored rule or command group with patterns, whether or not they can be read. */
export interface PatternRow {
  id: string;
  name: string;
  org_id: string | null;
  type?: GroupType;
  content?: string;
  users?: Matcher;
  assets?: Matcher;
}

export interface UnreadableRule {
  resource: Patterned['name'];
  id: string;
  name: string;
  problem: PatternProblem;
}

/** Rules of one kind that hold patterns, as far as whoever asks may see them. */
export const patternRows = (ctx: Context, kernel: Kernel, { name, matchers }: Patterned): Promise<PatternRow[]> =>
  rowsWithPatterns<PatternRow>(ctx, kernel.byName(name), matchers, MAX_RULES);

/** Why a rule cannot be read. */
export function problemOfRule({ matchers }: Patterned, row: PatternRow): PatternProblem | undefined {
  if (row.content !== undefined) return groupProblem(row.type ?? 'command', row.content);
  for (const name of matchers) {
    const matcher = row[name];
    const problem = matcher && patternProblem(matcher);
    if (problem) return problem;
  }
  return undefined;
}

/** Rules whose patterns cannot be read; they fail closed (docs/command-filters.md). */
export async function unreadableRules(ctx: Context, kernel: Kernel, kinds: readonly Patterned[] = PATTERNED): Promise<UnreadableRule[]> {
  const found: UnreadableRule[] = [];
  for (const kind of kinds)
    for (const row of await patternRows(ctx, kernel, kind)) {
      const problem = problemOfRule(kind, row);
      if (problem) found.push({ resource: kind.name, id: row.id, name: row.name, problem });
    }
  return found;
}

export const problemWords = ({ code, params }: PatternProblem, language: Language): string =>
  render(FIELD_ERRORS[code], language, { ...params });
