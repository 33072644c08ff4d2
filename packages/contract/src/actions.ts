import { type Text, text } from './text.ts';

/** What an asset permission allows, one bit each (docs/wire/permissions.md#actions). */
export const ACTION = { connect: 1, upload: 2, download: 4, copy: 8, paste: 16, delete: 32, forward: 128, agent: 256 } as const;
export type ActionName = keyof typeof ACTION;
/** What `all` and a permission that names none mean: the six of the wire. Ours, which open ways past the recording, are named or not given. */
export const ALL_ACTIONS = 63;

const labels: Readonly<Record<ActionName, Text>> = {
  connect: text('Connect (all protocols)', '连接(所有协议)', '接続(全プロトコル)'),
  upload: text('Upload (RDP, SFTP)', '上传(RDP、SFTP)', 'アップロード(RDP、SFTP)'),
  download: text('Download (RDP, SFTP)', '下载(RDP、SFTP)', 'ダウンロード(RDP、SFTP)'),
  copy: text('Copy (RDP, VNC)', '复制(RDP、VNC)', 'コピー(RDP、VNC)'),
  paste: text('Paste (RDP, VNC)', '粘贴(RDP、VNC)', '貼り付け(RDP、VNC)'),
  delete: text('Delete (SFTP)', '删除(SFTP)', '削除(SFTP)'),
  forward: text('Forward ports (SSH)', '端口转发(SSH)', 'ポート転送(SSH)'),
  agent: text('Forward the key agent (SSH)', '转发密钥代理(SSH)', '鍵エージェント転送(SSH)'),
};
const leaf = (value: ActionName) => ({ value, label: labels[value], bit: ACTION[value] });

/** The checkbox tree of OPTIONS metadata. */
export const ACTION_TREE = [
  {
    value: 'All',
    label: text('All', '全部', 'すべて'),
    children: [
      leaf('connect'),
      {
        value: 'Transfer',
        label: text('File transfer', '文件传输', 'ファイル転送'),
        children: [leaf('upload'), leaf('download'), leaf('delete')],
      },
      { value: 'Clipboard', label: text('Clipboard', '剪贴板', 'クリップボード'), children: [leaf('copy'), leaf('paste')] },
    ],
  },
  { value: 'Forwarding', label: text('Forwarding', '转发', '転送'), apart: true, children: [leaf('forward'), leaf('agent')] },
] as const;

/** Names and labels of the bits that are set, in bit order. */
export function actionsOf(bits: number): { value: ActionName; label: Text }[] {
  return (Object.keys(ACTION) as ActionName[])
    .filter((name) => (bits & ACTION[name]) !== 0)
    .map((value) => ({ value, label: labels[value] }));
}
