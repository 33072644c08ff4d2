import { text as words } from '@postern/contract/text';
import { boolean, defineResource, type RowOf } from '@postern/resource';
import { type AutomationType, commonFields, recipientsField, secretFields } from './automation.fields.ts';
import { PLAN } from './schedule.ts';

/** Changes secrets on machines by a schedule or on demand (docs/wire/automations.md#kinds). */
export const changeSecretAutomation = defineResource({
  ...PLAN,
  app: 'accounts',
  name: 'changesecretautomation',
  path: 'change-secret-automations',
  table: 'change_secret_automations',
  label: words('Secret change plan', '改密计划', 'シークレット変更プラン'),
  labelPlural: words('Secret change plans', '改密计划', 'シークレット変更プラン'),
  fields: { ...commonFields('change_secret'), ...secretFields(), recipients: recipientsField() },
});

/** Puts accounts on machines, makes them where they are missing (docs/wire/automations.md#pushes). */
export const pushAccountAutomation = defineResource({
  ...PLAN,
  app: 'accounts',
  name: 'pushaccountautomation',
  path: 'push-account-automations',
  table: 'push_account_automations',
  label: words('Account push', '账号推送', 'アカウント配布'),
  labelPlural: words('Account pushes', '账号推送', 'アカウント配布'),
  fields: { ...commonFields('push_account'), ...secretFields() },
});

/** Finds out which accounts machines have (docs/wire/automations.md#gathering). */
export const gatherAccountsAutomation = defineResource({
  ...PLAN,
  app: 'accounts',
  name: 'gatheraccountsautomation',
  path: 'gather-account-automations',
  table: 'gather_account_automations',
  label: words('Account discovery', '账号收集任务', 'アカウント収集'),
  labelPlural: words('Account discoveries', '账号收集任务', 'アカウント収集'),
  fields: {
    ...commonFields('gather_accounts'),
    is_sync_account: boolean({
      label: words('Store what is found as accounts', '将结果同步到账号', '見つけたものをアカウントとして保存する'),
    }),
  },
});

/** Which resource, table and execution list belong to a type of automation; verifying has none, it runs on demand only. */
export const KINDS = {
  change_secret: { resource: changeSecretAutomation, executions: 'change-secret-executions', kind: 'change-secret' },
  push_account: { resource: pushAccountAutomation, executions: 'push-account-executions', kind: 'push-account' },
  gather_accounts: { resource: gatherAccountsAutomation, executions: 'gather-account-executions', kind: 'gather-account' },
} as const satisfies Partial<Record<AutomationType, object>>;
export type PlannedType = keyof typeof KINDS;
/** Those that change secrets. */
export type ChangingType = Exclude<PlannedType, 'gather_accounts'>;
/** A row of an automation. Those that the kernel fetched have no secret. */
export type Plan = { [T in PlannedType]: RowOf<(typeof KINDS)[T]['resource']> }[PlannedType];

interface SecretColumns {
  accounts: string[];
  password_rules: { length?: number; symbol_set?: string };
  params: Readonly<Record<string, unknown>>;
}

declare module '@postern/resource/database' {
  interface Columns {
    'change_secret_automations.accounts': SecretColumns['accounts'];
    'change_secret_automations.password_rules': SecretColumns['password_rules'];
    'change_secret_automations.params': SecretColumns['params'];
    'push_account_automations.accounts': SecretColumns['accounts'];
    'push_account_automations.password_rules': SecretColumns['password_rules'];
    'push_account_automations.params': SecretColumns['params'];
    'gather_account_automations.accounts': SecretColumns['accounts'];
  }
}
