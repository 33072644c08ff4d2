import { text } from '@postern/contract/text';

export const paneWords = {
  split: text('Split', '分屏', '分割'),
  columns: text('Side by side', '左右并排', '左右に並べる'),
  rows: text('Below each other', '上下排列', '上下に並べる'),
  grid: text('Two by two', '田字排列', '2×2 に並べる'),
  copyBeside: text('Copy of this session beside it', '在旁边打开此会话的副本', 'このセッションの複製を横に開く'),
  besideActive: text('Show beside {name}', '显示在 {name} 旁边', '{name} の横に表示'),
  add: text('Add {name}', '添加 {name}', '{name} を追加'),
  leave: text('Take out of the split', '移出分屏', '分割から外す'),
  zoom: text('Enlarge', '放大', '拡大'),
  unzoom: text('Back to the split', '恢复分屏', '分割に戻す'),
  closePane: text('Close {name}', '关闭 {name}', '{name} を閉じる'),
  border: text('Size of the panes', '窗格大小', 'ペインの大きさ'),
  sync: text('Type into all panes', '同时输入到所有窗格', 'すべてのペインに入力'),
  syncChosen: text('Type into chosen sessions…', '同时输入到所选会话…', '選んだセッションに入力…'),
  syncStop: text('Stop', '停止', '停止'),
  syncStopAll: text('Stop typing into several', '停止同时输入', '同時入力を止める'),
  syncOn: text(
    'What is typed here goes to {count} sessions',
    '此处的输入会发送到 {count} 个会话',
    'ここでの入力は {count} 件のセッションに送られます',
  ),
  syncTitle: text('Type into several sessions', '同时输入到多个会话', '複数のセッションに入力'),
  syncStart: text('Start', '开始', '開始'),
  pasteSeveral: text(
    'Paste {count} lines into {sessions} sessions?',
    '要将 {count} 行粘贴到 {sessions} 个会话吗？',
    '{count} 行を {sessions} 件のセッションに貼り付けますか？',
  ),
  pasteOne: text('Run {count} lines here?', '要在此执行 {count} 行吗？', 'ここで {count} 行を実行しますか？'),
  notPasted: text(
    'Not pasted into {names}: the permission does not allow it.',
    '未粘贴到 {names}：授权不允许。',
    '{names} には貼り付けていません。権限で許可されていません。',
  ),
  full: text('A split has at most four panes.', '分屏最多四个窗格。', '分割は 4 つまでです。'),
} as const;
