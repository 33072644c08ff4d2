import { type ConnectionSecret, RISK } from '@postern/contract/component';

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

/** The first rule with a group that matches decides about one command line; no rule means it may run. */
export function judgeCommand(policy: CommandPolicy, command: string): CommandDecision {
  for (const rule of policy.rules) {
    const group = rule.groups.find((candidate) => candidate.pattern.test(command));
    if (group) return decided(rule, group.id);
  }
  return { action: 'accept', level: RISK.accept };
}

/** A line that cannot be read as a whole could be anything: the strictest rule takes it for its own. */
export function judgeUnread(policy: CommandPolicy): CommandDecision {
  const [strictest] = policy.rules.toSorted((a, b) => STRICTNESS[a.action] - STRICTNESS[b.action]);
  return strictest ? decided(strictest, strictest.groups[0]?.id ?? '') : { action: 'accept', level: RISK.accept };
}

function decided(rule: CommandRule, group: string): CommandDecision {
  if (rule.action === 'accept') return { action: 'accept', level: RISK.accept };
  const level = rule.action === 'warning' ? RISK.warning : rule.action === 'reject' ? RISK.reject : RISK.review_reject;
  return { action: rule.action, level, acl: rule.acl, group, name: rule.name };
}
