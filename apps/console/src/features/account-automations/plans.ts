import type { Resource } from '../../screens/model/resource.ts';
import { RESOURCES } from '../resources.ts';

/** Where the plans of one kind live, who may start them, and what they have (docs/behaviour/accounts.md#plans). */
export interface PlanKind {
  plan: Resource;
  run: Resource;
  /** Names of the two tabs of the list, which are the names of their routes. */
  tabs: { plans: string; runs: string };
  mayRun: string;
  /** What the plan is about as a whole, such as the assets that a run comes down to; gathering has none. */
  below?: string;
  /** What became of each account in a run; gathering writes none. */
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
    below: 'accounts/push-account/',
    records: 'accounts/push-account-records/',
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
    below: 'accounts/change-secret/',
    records: 'accounts/change-secret-records/',
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
    offered: {},
    secret: false,
    recipients: false,
    timerNeedsLicence: false,
  },
} as const satisfies Readonly<Record<string, PlanKind>>;

export type PlanName = keyof typeof PLANS;
export const planKind = (name: PlanName): PlanKind => PLANS[name];
