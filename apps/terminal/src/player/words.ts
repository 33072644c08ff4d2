import { text } from '@postern/contract/text';

export const playerWords = {
  recording: text('Recording', '录像', '録画'),
  user: text('User', '用户', 'ユーザー'),
  asset: text('Asset', '资产', 'アセット'),
  account: text('Account', '账号', 'アカウント'),
  start: text('Start', '开始时间', '開始'),
  download: text('Download', '下载', 'ダウンロード'),
  preparing: text('The recording is being fetched', '正在获取录像', '録画を取得しています'),
  notFound: text('There is no recording of this session', '该会话没有录像', 'このセッションの録画はありません'),
  unsupported: text(
    'This page cannot play recordings of this kind. Download it instead.',
    '此页面无法播放该类型的录像，请下载后查看。',
    'この種類の録画は再生できません。ダウンロードしてください。',
  ),
  broken: text('The recording could not be read', '无法读取录像', '録画を読み取れません'),
  play: text('Play', '播放', '再生'),
  pause: text('Pause', '暂停', '一時停止'),
  restart: text('From the start', '从头播放', '最初から'),
  back: text('Back 5 seconds', '后退 5 秒', '5 秒戻る'),
  forward: text('Forward 5 seconds', '前进 5 秒', '5 秒進む'),
  position: text('Position', '播放位置', '再生位置'),
  speed: text('Speed', '速度', '速度'),
  skipIdle: text('Skip pauses', '跳过空闲', '待ち時間を飛ばす'),
  keys: text(
    'Space plays and pauses, arrows move by 5 seconds, < and > change the speed.',
    '空格键播放或暂停，方向键前后移动 5 秒，< 和 > 调整速度。',
    'スペースで再生と一時停止、矢印で 5 秒移動、< と > で速度を変更します。',
  ),
  commands: text('Commands', '命令', 'コマンド'),
  loadingMore: text('Loading', '正在加载', '読み込み中'),
  truncated: text('The recording ends here; its end is missing.', '录像在此结束，末尾缺失。', '録画はここまでです。末尾が欠けています。'),
} as const;
