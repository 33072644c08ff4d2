import type { TICKET_SETTINGS } from '@postern/contract/settings-of-tickets';
import { type Text, text } from '@postern/contract/text';
import { type Words, words } from './fixed-setting-words.ts';

/** Labels of the settings of requests for access. */
export const TICKET_WORDS: Readonly<Record<keyof typeof TICKET_SETTINGS, Words>> = {
  TICKET_OFFERED: words(
    text('What may be asked for', '可申请的范围', '申請できる範囲'),
    text(
      'Members of an organisation find it by name alone. It holds for taking access in an emergency as well.',
      '组织成员只能按名称查找。紧急访问同样受此限制。',
      '組織のメンバーは名前でのみ検索できます。緊急アクセスにも適用されます。',
    ),
  ),
  TICKET_OFFERED_NODES: words(
    text('Nodes', '节点', 'ノード'),
    text('With all that lies below them.', '包含其下的所有内容。', '配下のものをすべて含みます。'),
  ),
  TICKET_BREAK_GLASS: words(
    text('Emergency access', '紧急访问', '緊急アクセス'),
    text(
      'People take what is offered at once, with a reason and a fresh second factor. Those who approve are alarmed and review it afterwards.',
      '用户填写理由并重新验证多因子后可立即访问开放的范围。审批人会收到警报并事后审核。',
      '理由と多要素認証で、申請できる範囲にすぐアクセスできます。承認者に警報が届き、後から確認します。',
    ),
  ),
  TICKET_BREAK_GLASS_MINUTES: words(text('It lasts for (minutes)', '时长（分钟）', '有効時間（分）')),
};

export const TICKET_CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  TICKET_OFFERED: {
    all: text('All assets and nodes', '所有资产和节点', 'すべてのアセットとノード'),
    nodes: text('Chosen nodes', '指定节点', '選んだノード'),
    nothing: text('Nothing', '不开放申请', '申請を受け付けない'),
  },
};
