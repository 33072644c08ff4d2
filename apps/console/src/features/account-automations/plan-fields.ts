import type { Values } from '../../model/values.ts';
import type { Condition } from '../../screens/form/condition.ts';
import type { PlanKind } from './plans.ts';

/** Lengths of random passwords the server takes (docs/wire/automations.md#new-secrets). */
export const PASSWORD_LENGTH = { min: 6, max: 30, initial: 30 } as const;

/** Which fields of a plan show when, as data (docs/behaviour/accounts.md#fields-of-a-plan). What is hidden is not sent: the server would keep it. */
export const PLAN_CONDITIONS = {
  secret: { field: 'secret_strategy', is: 'specific' },
  passphrase: {
    all: [
      { field: 'secret_strategy', is: 'specific' },
      { field: 'secret_type', is: 'ssh_key' },
    ],
  },
  password_rules: {
    all: [
      { field: 'secret_strategy', is: 'random' },
      { field: 'secret_type', is: 'password' },
    ],
  },
  ssh_key_change_strategy: { field: 'secret_type', is: 'ssh_key' },
  crontab: { field: 'is_periodic', is: true },
  interval: { field: 'is_periodic', is: true },
} as const satisfies Readonly<Record<string, Condition>>;

export type PlanGroup = 'basic' | 'targets' | 'account' | 'timer' | 'other';

/** Fields of a kind of plan by group, in the order of the form. */
export function planGroups(kind: Pick<PlanKind, 'secret' | 'recipients'>): readonly { group: PlanGroup; fields: readonly string[] }[] {
  const secret = ['secret_strategy', 'secret_type', 'secret', 'passphrase', 'password_rules', 'ssh_key_change_strategy', 'params'];
  const groups: { group: PlanGroup; fields: readonly string[] }[] = [{ group: 'basic', fields: ['name'] }];
  groups.push({ group: 'targets', fields: kind.secret ? ['assets', 'nodes'] : ['nodes', 'assets'] });
  if (kind.secret) groups.push({ group: 'account', fields: ['accounts', ...secret] });
  groups.push({ group: 'timer', fields: ['is_periodic', 'crontab', 'interval'] });
  groups.push({
    group: 'other',
    fields: [...(kind.secret ? [] : ['is_sync_account']), 'is_active', ...(kind.recipients ? ['recipients'] : []), 'comment'],
  });
  return groups;
}

/** A plan that runs by itself needs to know when: a fixed time, which wins, or an interval. */
export const timerMissing = (values: Values): boolean =>
  values.is_periodic === true &&
  !(typeof values.crontab === 'string' && values.crontab.trim() !== '') &&
  typeof values.interval !== 'number';
