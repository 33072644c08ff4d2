import { text } from '@postern/contract/text';

/** What tools say, line by line. */
export const WORDS = {
  badAddress: text('This is no name and no address.', '这不是有效的主机名或地址。', '名前でもアドレスでもありません。'),
  badPorts: text(
    'Name 1 to 64 ports, such as 22,443 or 8000-8010.',
    '请填写 1 至 64 个端口，例如 22,443 或 8000-8010。',
    '1 から 64 個のポートを指定してください（例：22,443、8000-8010）。',
  ),
  unknownName: text('{host} cannot be resolved.', '无法解析 {host}。', '{host} を解決できません。'),
  refused: text(
    '{host} leads to this machine or to a place that is never asked.',
    '{host} 指向本机或禁止访问的地址。',
    '{host} はこのマシン自身、または接続が禁止された場所を指しています。',
  ),
  running: text(
    'Another test of yours is running. Stop it first.',
    '你有其他测试正在运行，请先停止。',
    '別のテストを実行中です。先に停止してください。',
  ),
  tooMany: text('Too many tests. Wait a minute.', '测试过于频繁，请稍候一分钟。', 'テストが多すぎます。1 分ほどお待ちください。'),
  missing: text(
    '{program} is not installed on the server.',
    '服务器未安装 {program}。',
    'サーバーに {program} がインストールされていません。',
  ),
  late: text('Stopped after {seconds} seconds.', '已在 {seconds} 秒后停止。', '{seconds} 秒で停止しました。'),
  cut: text('There is more output than is shown.', '输出过多，未全部显示。', '出力が多すぎるため、一部を省略しました。'),
  connected: text(
    'Connected to {host} port {port} in {ms} ms.',
    '已连接 {host} 端口 {port}，用时 {ms} 毫秒。',
    '{host} のポート {port} に {ms} ms で接続しました。',
  ),
  failed: text(
    'No connection to {host} port {port}: {reason}',
    '无法连接 {host} 端口 {port}：{reason}',
    '{host} のポート {port} に接続できません：{reason}',
  ),
  silent: text('It says nothing.', '对方没有返回内容。', '応答はありませんでした。'),
  open: text('open, {ms} ms', '开放，{ms} 毫秒', '開いています（{ms} ms）'),
  closed: text('closed', '关闭', '閉じています'),
  noAnswer: text('no answer', '无响应', '応答なし'),
  summary: text('{open} of {all} ports are open.', '{all} 个端口中有 {open} 个开放。', '{all} 個のポートのうち {open} 個が開いています。'),
  noRecords: text('There are no records.', '没有解析记录。', 'レコードはありません。'),
} as const;
