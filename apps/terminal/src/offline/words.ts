import { text } from '@postern/contract/text';

export const offlineWords = {
  proof: text(
    'This page plays; it does not prove. Check the file it came in with: postern evidence verify',
    '本页面仅供播放，不作证明。请用 postern evidence verify 校验所属文件',
    'このページは再生用で、証明ではありません。元のファイルは postern evidence verify で検証してください',
  ),
  choose: text(
    'This recording is too large to stand in the page. Open {name} from the folder of this page: ',
    '录像过大，未嵌入页面。请打开本页面所在文件夹中的 {name}：',
    '録画が大きいためページに含まれていません。このページと同じフォルダーの {name} を開いてください：',
  ),
} as const;
