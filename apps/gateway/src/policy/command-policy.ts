import { type ConnectionSecret, RISK, type RiskLevel } from '@postern/contract/component';
import { compilePattern, type Pattern } from '@postern/pattern';
import { readings } from './readings.ts';

export type CommandAcl = ConnectionSecret['command_filter_acls'][number];

/** On the component's wire a lower priority number comes first; ties go to the stricter action (docs/wire/components.md#command-rules). */
const STRICTNESS = { reject: 0, review: 1, warning: 2, accept: 3 } as const satisfies Record<CommandAcl['action'], number>;

export interface CommandRule {
  acl: string;
  name: string;
  action: CommandAcl['action'];
  /** Without a pattern: it cannot be read, so nobody knows what the group means. */
  groups: { id: string; pattern: Pattern | undefined }[];
}

export type CommandDecision =
  | { action: 'accept'; level: RiskLevel }
  | { action: 'warning' | 'reject' | 'review'; level: RiskLevel; acl: string; group: string; name: string };

export interface CommandPolicy {
  rules: readonly CommandRule[];
  /** Names of groups whose pattern cannot be read. Each command is judged as if they meant it, and as if they did not. */
  unreadable: readonly string[];
}

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
        const pattern = compilePattern(group.pattern, { ignoreCase: group.ignore_case, list: group.type === 'command' });
        if (!pattern) unreadable.push(group.name);
        return { id: group.id, pattern };
      }),
    }));
  return { rules, unreadable };
}

/**
 * Decides about one command line by all that it may mean (readings.ts): the strictest answer counts, so that another
 * spelling never gets more than the plain one.
 */
export function judgeCommand(policy: CommandPolicy, command: string): CommandDecision {
  const timeLeft = budget();
  return strictest(readings(command).map((reading) => judgeReading(policy, reading, timeLeft)));
}

/** Of several decisions about the same line the strictest; the first of equal ones. */
export const strictest = (decisions: readonly CommandDecision[]): CommandDecision =>
  decisions.reduce((worst, one) => (STRICTNESS[one.action] < STRICTNESS[worst.action] ? one : worst), ACCEPTED);

export const ACCEPTED: CommandDecision = { action: 'accept', level: RISK.accept };

/** No rule says so: the permission does not allow it, or nothing here carries it. */
export const NOT_ALLOWED: CommandDecision = { action: 'reject', level: RISK.reject, acl: '', group: '', name: '' };

/** Milliseconds of computing that the patterns of one decision may take of the process that all sessions share. Waiting for a core does not count. */
const MAX_MS = 250;

/** Says whether there is time left, from now on. */
function budget(): () => boolean {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000 < MAX_MS;
  };
}

/**
 * The first rule with a group that matches decides; no rule means it may run. A group that cannot be asked, because its pattern
 * cannot be read or the line is too long for it, may mean the line or not: of both the stricter answer counts, so that
 * neither what it refuses nor what stricter rules behind it refuse gets through.
 */
function judgeReading(policy: CommandPolicy, command: string, timeLeft: () => boolean): CommandDecision {
  let worstCase: CommandDecision = ACCEPTED;
  for (const rule of policy.rules) {
    for (const { id, pattern } of rule.groups) {
      const matches = timeLeft() ? pattern?.test(command) : undefined;
      if (matches) return strictest([decided(rule, id), worstCase]);
      if (matches === undefined) worstCase = strictest([worstCase, decided(rule, id)]);
    }
  }
  return worstCase;
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
