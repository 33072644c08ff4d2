import { text } from '@postern/contract/text';

export const touchWords = {
  keys: text('Terminal keys', '终端按键', '端末のキー'),
  left: text('Left arrow', '左方向键', '左矢印'),
  up: text('Up arrow', '上方向键', '上矢印'),
  down: text('Down arrow', '下方向键', '下矢印'),
  right: text('Right arrow', '右方向键', '右矢印'),
  locked: text('{key}, locked', '{key}，已锁定', '{key}、固定中'),
} as const;
