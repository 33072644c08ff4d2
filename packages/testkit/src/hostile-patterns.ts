/**
 * Patterns with texts made for them: an engine that tries and goes back needs longer than there is time, RE2 some milliseconds.
 * None of them is found in its text. For command groups and attribute rules alike.
 */
export const HOSTILE_PATTERNS: readonly { pattern: string; text: string }[] = [
  { pattern: '(a+)+$', text: `${'a'.repeat(2_000)}!` },
  { pattern: '^(a|a)*$', text: `${'a'.repeat(2_000)}!` },
  { pattern: '(x+x+)+y', text: 'x'.repeat(2_000) },
  { pattern: '^(([a-z])+.)+[0-9]([a-z])+$', text: 'a'.repeat(2_000) },
  { pattern: '(.*a){25}$', text: `${'a'.repeat(2_000)}!` },
];

/** Takes PostgreSQL's own engine longer than there is time on 2,000 letters; RE2 has no references back, so it is refused. */
export const ENDLESS_PATTERN = String.raw`((.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)\2\3\4\5)\1$`;
