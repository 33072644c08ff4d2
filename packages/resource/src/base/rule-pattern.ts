import { type Matcher, ruleValues } from '@postern/contract/matcher';
import { compilePattern, type Pattern, type PatternProblem, problemIn } from '@postern/pattern';

/** How patterns of attribute rules are read. `.` stands for line ends too, as it always did in these rules. */
const OPTIONS = { dotAll: true };

/** A pattern of a rule; undefined when it cannot be read. */
export const patternOf = (source: string): Pattern | undefined => compilePattern(source, OPTIONS);

/** The first pattern of a matcher that cannot be read, and why. */
export function patternProblem(matcher: Matcher): PatternProblem | undefined {
  if (matcher.type !== 'attrs') return undefined;
  for (const { match, value } of matcher.attrs) {
    const problem = match === 'regex' ? problemIn(String(ruleValues(value)[0] ?? ''), OPTIONS) : undefined;
    if (problem) return problem;
  }
  return undefined;
}
