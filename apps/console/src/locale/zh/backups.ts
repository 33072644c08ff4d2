import type { Words } from '../../i18n/words.ts';
import type { backups as en } from '../en/backups.ts';

/** Account backups. */
export const backups: Words<typeof en> = {
  plans: '备份计划',
  what: '备份内容',
  whatPurpose: '文件中每种资产类型一个工作表。',
  who: '收件人',
  whoPurpose: '每位收件人会收到以其文件密钥加密的压缩包。',
  recipientsHelp: '未设置文件密钥的收件人只会收到提醒邮件，没有附件。',
  recipientsLocked: '需拥有查看账号密文的权限才能指定收件人。',
  empty: '备份计划会将所选类型的账号以收件人的文件密钥加密后发送。',
  noRuns: '计划执行后，每一次备份会列在这里。',
  withFile: '{{who}}：含附件',
  withoutFile: '{{who}}：无附件，未设置文件密钥',
};
