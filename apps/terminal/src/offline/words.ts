import { text } from '@postern/contract/text';

export const offlineWords = {
  proof: text(
    'This page plays; it does not prove. Check the file it came in with: postern evidence verify',
    '本页面仅供播放，不作证明。请用 postern evidence verify 校验所属文件',
    'このページは再生用で、証明ではありません。元のファイルは postern evidence verify で検証してください',
  ),
  tooLarge: text('This recording is too large to stand in the page', '录像过大，未嵌入页面', '録画が大きいためページに含まれていません'),
  choose: text(
    'Open {name} from the folder of this page',
    '请打开本页面所在文件夹中的 {name}',
    'このページと同じフォルダーの {name} を開いてください',
  ),
  warned: text('A rule warned', '规则已告警', 'ルールが警告'),
  judged: text('A rule stopped it or had it reviewed', '被规则阻止或送审', 'ルールが拒否またはレビュー'),
} as const;
