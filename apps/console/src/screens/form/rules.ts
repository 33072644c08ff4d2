import type { FieldInfo } from '@postern/contract/metadata';
import { parseJson } from '../../fields/json-text.ts';
import { kindOf } from '../../fields/kinds.ts';
import { type PasswordPolicy, passwordProblems } from '../../fields/password-policy.ts';
import type { Rule } from '../../fields/rule.ts';

/** What is wrong, as a key of the words and its parameters. */
export interface Problem {
  key: string;
  params?: Record<string, unknown>;
}

type RuleName = Extract<Rule, string> | Extract<Rule, readonly unknown[]>[0];
// The parameter's type belongs to the rule's name; `Rule` is what keeps them together.
// Reading cron and addresses is code of its own, which only forms that have such a field load.
type Check = (value: unknown, by: never) => boolean | Promise<boolean>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const parsed = (value: unknown): object | undefined =>
  typeof value === 'object' && value !== null ? value : typeof value === 'string' ? parseJson(value) : undefined;
const ports = (value: unknown): unknown[] => (Array.isArray(value) ? value.map((row: { port?: unknown } | null) => row?.port) : [value]);

/** True when the value is fine. A blank value never gets here. */
const CHECKS: Readonly<Record<RuleName, Check>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(text(value)),
  address: (value) => /^[A-Za-z0-9:/.?=&#\-_]+$/.test(text(value)),
  noEmoji: (value) => !/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u.test(String(value)),
  identifier: (value) => /^\w+$/.test(text(value)),
  json: (value) => parsed(value) !== undefined,
  jsonKey: (value, by: string) => {
    const object = parsed(value);
    return object !== undefined && by in object;
  },
  label: (value) => (Array.isArray(value) ? value : [value]).every((label) => isLabel(label)),
  cron: async (value) => (await import('../../fields/cron-text.ts')).isCron(text(value)),
  port: (value) => ports(value).every((port) => Number.isInteger(port) && (port as number) >= 0 && (port as number) <= 65_535),
  ipGroup: async (value) => {
    const { isIpGroup } = await import('../../fields/ip-group.ts');
    return (Array.isArray(value) ? value : String(value).split(',')).every((entry) => isIpGroup(String(entry)));
  },
  onePrimary: (value) => Array.isArray(value) && value.filter((row: { primary?: unknown } | null) => row?.primary === true).length === 1,
  minLength: (value, by: number) => typeof value !== 'string' || value.length >= by,
  maxLength: (value, by: number) => typeof value !== 'string' || value.length <= by,
  minValue: (value, by: number) => typeof value !== 'number' || value >= by,
  maxValue: (value, by: number) => typeof value !== 'number' || value <= by,
  password: (value, by: PasswordPolicy) => passwordProblems(String(value), by).length === 0,
};

/** Labels as a text are `name:value`, both there; an object was chosen from the list and is fine. */
function isLabel(label: unknown): boolean {
  const name = typeof label === 'object' && label !== null ? (label as { name?: unknown; id?: unknown; pk?: unknown }) : undefined;
  if (name?.id !== undefined || name?.pk !== undefined) return true;
  return /^[^:]+:.+$/.test(text(name ? name.name : label));
}

export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Rules the metadata of a field implies. */
export function rulesOf(info: FieldInfo): Rule[] {
  const rules: Rule[] = [...(kindOf(info.type).rules ?? [])];
  if (info.min_length !== undefined) rules.push(['minLength', info.min_length]);
  if (info.max_length !== undefined) rules.push(['maxLength', info.max_length]);
  if (info.min_value !== undefined) rules.push(['minValue', info.min_value]);
  if (info.max_value !== undefined) rules.push(['maxValue', info.max_value]);
  return rules;
}

/** The first rule a value breaks; a blank one breaks only `required`. */
export async function firstProblem(value: unknown, required: boolean, rules: readonly Rule[]): Promise<Problem | undefined> {
  if (isBlank(value)) return required ? { key: 'rule.required' } : undefined;
  for (const rule of rules) {
    const [name, by] = typeof rule === 'string' ? [rule, undefined] : rule;
    if (!(await CHECKS[name](value, by as never))) {
      return { key: `rule.${name}`, ...(typeof by === 'string' || typeof by === 'number' ? { params: { by } } : {}) };
    }
  }
  return undefined;
}

/** What is typed is checked when the field is left, what is picked at once. */
export const checkedOn = (info: FieldInfo): 'onBlur' | 'onChange' => (kindOf(info.type).isTyped ? 'onBlur' : 'onChange');
