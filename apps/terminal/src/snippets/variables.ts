/** Blanks in a kept command: `{{name}}`. What begins with a dot is none of ours: other programs have templates, too (`{{.Names}}`). */
const BLANK = /\{\{\s*([\p{L}_][\p{L}\p{N}_-]{0,63})\s*\}\}/gu;

/** Names of the blanks, each once, in the order of the command. */
export const blanksOf = (command: string): string[] => [...new Set([...command.matchAll(BLANK)].map(([, name]) => name as string))];

/** The command with its blanks filled in, as they were typed; one without a value stays. */
export const filled = (command: string, values: Readonly<Record<string, string>>): string =>
  command.replaceAll(BLANK, (blank, name: string) => (Object.hasOwn(values, name) ? (values[name] as string) : blank));
