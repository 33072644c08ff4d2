export { commandPattern, type GroupType, groupProblem } from './command.ts';
export { compilePattern, MAX_PATTERN, type Pattern, type PatternOptions, patternMemory, problemIn } from './pattern.ts';
export type { PatternProblem } from './problem.ts';
export { rewritten } from './rewrite.ts';
