import { text as words } from '@postern/contract/text';
import { comment, computed, defineResource, manyToMany, type RowOf, textList, uniqueName } from '@postern/resource';
import { PLAN, scheduleFields } from '../automations/index.ts';

/** Sends the secrets of accounts to people, encrypted with their file keys (docs/wire/automations.md#backup-plans). */
export const backupPlan = defineResource({
  ...PLAN,
  name: 'accountbackupautomation',
  app: 'accounts',
  path: 'account-backup-plans',
  table: 'account_backup_plans',
  label: words('Account backup plan', '账号备份计划', 'アカウントバックアップ計画'),
  labelPlural: words('Account backup plans', '账号备份计划', 'アカウントバックアップ計画'),
  fields: {
    name: uniqueName('org'),
    ...scheduleFields(),
    executed_amount: computed({ label: words('Runs', '执行次数', '実行回数'), type: 'integer' }),
    types: textList({
      label: words('Asset types', '资产类型', 'アセットの種類'),
      help: words(
        'Accounts on assets of these types are written to the file, one sheet each.',
        '备份这些类型资产上的账号，每种类型一个工作表。',
        'これらの種類のアセットにあるアカウントを、種類ごとに 1 シートでエクスポートします。',
      ),
      max: 128,
      default: [],
    }),
    recipients: manyToMany('user', {
      label: words('Recipients', '收件人', '受信者'),
      help: words(
        'Each gets the file by mail, encrypted with their own file key.',
        '文件以收件人各自的文件密钥加密后通过邮件发送。',
        '各自のファイル鍵で暗号化したファイルをメールで送ります。',
      ),
      through: { table: 'account_backup_plan_recipients', mine: 'plan_id', theirs: 'user_id' },
    }),
    comment: comment(),
  },
});

export type BackupPlan = RowOf<typeof backupPlan>;

declare module '@postern/resource/database' {
  interface Columns {
    'account_backup_plans.types': string[];
  }
}
