import { addressOf } from '@postern/client/api';
import type { Resource, Row } from '../../model/resource.ts';
import { RESOURCES } from '../resources.ts';

export interface Plan extends Row {
  name: string;
  assets: { id: string; name: string }[];
  nodes: { id: string; name: string }[];
  is_active: boolean;
  is_periodic: boolean;
}

/** Where the plans of one kind live, who may start them, and what they have (docs/behaviour/accounts.md#plans). */
export interface PlanKind {
  plan: Resource;
  run: Resource;
  /** Names of the two tabs of the list, which are the names of their routes. */
  tabs: { plans: string; runs: string };
  mayRun: string;
  /** Calls that start a run. */
  runs: 'pushAccountExecutions' | 'changeSecretExecutions' | 'gatherAccountExecutions';
  /** Calls that know the assets a run comes down to; gathering has none. */
  targets?: 'pushAccountAutomations' | 'changeSecretAutomations';
  /** Address of what became of each account in a run; gathering writes none. */
  records?: string;
  /** Narrows the assets that are offered to those whose platform can do it. */
  offered: Readonly<Record<string, string>>;
  /** Method of a platform that the parameters belong to. */
  method?: 'push_account_method' | 'change_secret_method';
  /** Gives accounts a new secret. */
  secret: boolean;
  recipients: boolean;
  /** Licences only the schedule of this kind; the other kinds need one for everything. */
  timerNeedsLicence: boolean;
}

export const PLANS = {
  push: {
    plan: RESOURCES.pushPlan,
    run: RESOURCES.pushRun,
    tabs: { plans: 'AccountPushList', runs: 'AccountPushExecutionList' },
    mayRun: 'accounts.add_pushaccountexecution',
    runs: 'pushAccountExecutions',
    targets: 'pushAccountAutomations',
    records: addressOf('pushAccountRecords'),
    offered: { push_account_enabled: 'true' },
    method: 'push_account_method',
    secret: true,
    recipients: false,
    timerNeedsLicence: true,
  },
  change: {
    plan: RESOURCES.changePlan,
    run: RESOURCES.changeRun,
    tabs: { plans: 'AccountChangeSecretList', runs: 'AccountChangeSecretExecutionList' },
    // One seeded code is misspelt, and roles hold that spelling (docs/behaviour/lists.md#rights).
    mayRun: 'accounts.add_changesecretexection|accounts.add_changesecretexecution',
    runs: 'changeSecretExecutions',
    targets: 'changeSecretAutomations',
    records: addressOf('changeSecretRecords'),
    offered: { change_secret_enabled: 'true' },
    method: 'change_secret_method',
    secret: true,
    recipients: true,
    timerNeedsLicence: false,
  },
  gather: {
    plan: RESOURCES.gatherPlan,
    run: RESOURCES.gatherRun,
    tabs: { plans: 'AccountGatherTaskList', runs: 'AccountGatherTaskExecutionList' },
    mayRun: 'accounts.add_gatheraccountsexecution',
    runs: 'gatherAccountExecutions',
    offered: {},
    secret: false,
    recipients: false,
    timerNeedsLicence: false,
  },
} as const satisfies Readonly<Record<string, PlanKind>>;

export type PlanName = keyof typeof PLANS;
export const planKind = (name: PlanName): PlanKind => PLANS[name];
