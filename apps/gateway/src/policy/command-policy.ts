import { type ConnectionSecret, RISK } from '@postern/contract/component';
import { readings } from './readings.ts';

export type CommandAcl = ConnectionSecret['command_filter_acls'][number];

/** On the component's wire a lower priority number comes first; ties go to the stricter action (component-protocol §4.2). */
const STRICTNESS = { reject: 0, review: 1, warning: 2, accept: 3 } as const satisfies Record<CommandAcl['action'], number>;

export interface CommandRule {
  acl: string;
  name: string;
  action: CommandAcl['action'];
  groups: { id: string; pattern: RegExp }[];
}

export type CommandDecision =
  | { action: 'accept'; level: number }
  | { action: 'warning' | 'reject' | 'review'; level: number; acl: string; group: string; name: string };

export interface CommandPolicy {
  rules: readonly CommandRule[];
  /** Groups whose pattern no engine here can read. They match every command: a rule that cannot be read must not let pass. */
  unreadable: readonly string[];
}

const EVERYTHING = /(?:)/;

/** Compiles the command filters of a grant, once per session. */
export function compilePolicy(acls: readonly CommandAcl[]): CommandPolicy {
  const unreadable: string[] = [];
  const rules = acls
    .filter((acl) => acl.is_active)
    .toSorted((a, b) => a.priority - b.priority || STRICTNESS[a.action] - STRICTNESS[b.action])
    .map((acl) => ({
      acl: acl.id,
      name: acl.name,
      action: acl.action,
      groups: acl.command_groups.map((group) => {
        const pattern = compilePattern(group.pattern, group.ignore_case);
        if (!pattern) unreadable.push(group.name);
        return { id: group.id, pattern: pattern ?? EVERYTHING };
      }),
    }));
  return { rules, unreadable };
}

/** Patterns are written for Python or Go; inline flags are the one common form this engine does not know. */
function compilePattern(pattern: string, ignoreCase: boolean): RegExp | undefined {
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const flags = new Set(inline?.[1] ?? '');
  if (ignoreCase) flags.add('i');
  try {
    return new RegExp(inline ? pattern.slice(inline[0].length) : pattern, [...flags].join(''));
  } catch {
    return undefined;
  }
}

/**
 * Decides about one command line by all that it may mean (readings.ts): the strictest answer counts, so that another
 * spelling never gets more than the plain one.
 */
export function judgeCommand(policy: CommandPolicy, command: string): CommandDecision {
  return strictest(readings(command).map((reading) => judgeReading(policy, reading)));
}

/** Of several decisions about the same line the strictest; the first of equal ones. */
export const strictest = (decisions: readonly CommandDecision[]): CommandDecision =>
  decisions.reduce((worst, one) => (STRICTNESS[one.action] < STRICTNESS[worst.action] ? one : worst), ACCEPTED);

export const ACCEPTED: CommandDecision = { action: 'accept', level: RISK.accept };

/** The first rule with a group that matches decides; no rule means it may run. */
function judgeReading(policy: CommandPolicy, command: string): CommandDecision {
  for (const rule of policy.rules) {
    const group = rule.groups.find((candidate) => candidate.pattern.test(command));
    if (group) return decided(rule, group.id);
  }
  return ACCEPTED;
}

/** A line that cannot be read as a whole could be anything: the strictest rule takes it for its own. */
export function judgeUnread(policy: CommandPolicy): CommandDecision {
  const [rule] = policy.rules.toSorted((a, b) => STRICTNESS[a.action] - STRICTNESS[b.action]);
  return rule ? decided(rule, rule.groups[0]?.id ?? '') : ACCEPTED;
}

function decided(rule: CommandRule, group: string): CommandDecision {
  if (rule.action === 'accept') return ACCEPTED;
  const level = rule.action === 'warning' ? RISK.warning : rule.action === 'reject' ? RISK.reject : RISK.review_reject;
  return { action: rule.action, level, acl: rule.acl, group, name: rule.name };
}
