import type { Words } from '../../i18n/words.ts';
import type { cloud as en } from '../en/cloud.ts';

export const cloud: Words<typeof en> = {
  title: 'クラウド同期',
  group: {
    public: 'パブリッククラウド',
    private: 'プライベートクラウド',
    basic: '基本',
    source: '取得元',
    sourcePurpose: 'リージョンごとに、アカウントのマシンを問い合わせます。',
    save: '保存方法',
    savePurpose: 'マシンはそれぞれホストになります。同期でホストが削除されることはありません。',
    timer: 'スケジュール',
    other: 'その他',
  },
  account: {
    valid: '有効',
    invalid: '拒否',
    test: '接続テスト',
    testNow: '接続をテストする',
    testVerb: 'テスト',
    works: '接続できました',
    empty: 'アカウントは、マシンを読み取るためのクラウドのログイン情報です。',
    providerHelp: 'アカウントのプロバイダーは変更できません。',
  },
  task: {
    run: '実行',
    runNow: '今すぐ実行する',
    started: '実行を開始しました',
    empty: 'タスクは、クラウドアカウントのマシンをアセットとして取り込みます。',
    allRegions: 'すべてのリージョン',
    protocols: 'プロトコル',
    protocolsHelp: 'マシンには、プラットフォームが対応するものだけが設定されます。',
  },
  run: {
    failed: '失敗',
    ok: '成功',
    running: '実行中',
    empty: 'このタスクはまだ実行されていません。',
  },
  instance: {
    new: '新規',
    sync: '同期済み',
    unsync: '未同期',
    released: '解放済み',
    empty: 'マシンはまだ見つかっていません。',
    clear: '解放済みアセットを削除',
    clearTitle: '解放済みのアセットをすべて削除しますか？',
    clearText: 'クラウドに存在しなくなったマシンのアセットを、アカウントとともに削除します。ほかのタスクで見つかっているものは残ります。',
    cleared: '解放済みのアセットを削除しました',
  },
};
