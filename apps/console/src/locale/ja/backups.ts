import type { Words } from '../../i18n/words.ts';
import type { backups as en } from '../en/backups.ts';

/** Account backups. */
export const backups: Words<typeof en> = {
  plans: 'バックアップ計画',
  what: '対象のアカウント',
  whatPurpose: 'アセットの種類ごとに 1 シートを作ります。',
  who: '受信者',
  whoPurpose: '各自のファイル鍵で開くアーカイブをメールで送ります。',
  recipientsHelp: 'ファイル鍵のない人には案内だけを送り、ファイルは付けません。',
  recipientsLocked: '受信者の指定には、アカウントのシークレットを閲覧する権限が必要です。',
  empty: '選んだ種類のアカウントを、受信者のファイル鍵で暗号化して送ります。',
  noRuns: '計画を実行すると、バックアップがここに表示されます。',
  withFile: '{{who}}：ファイルあり',
  withoutFile: '{{who}}：ファイル鍵がないためファイルなし',
};
