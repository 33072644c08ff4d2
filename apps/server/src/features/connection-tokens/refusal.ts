import { CodedError, type ErrorCode } from '@postern/contract/errors';
import { type Text, text } from '@postern/contract/text';

const reasons = {
  spent: text('the token has expired or was used before.', '令牌已过期或已被使用。', 'トークンは期限切れか使用済みです。'),
  review: text('nobody has approved it.', '尚未获得批准。', '承認されていません。'),
  user: text('the user is not valid any more.', '用户已失效。', 'ユーザーが無効です。'),
  asset: text('the asset is gone or switched off.', '资产不存在或已禁用。', 'アセットがないか無効です。'),
  gateway: text(
    'the domain of the asset has no usable gateway.',
    '资产所在网域没有可用的网关。',
    'アセットのドメインに使えるゲートウェイがありません。',
  ),
  grant: text('the permission is gone.', '授权已失效。', '権限がなくなりました。'),
  unconfirmed: text(
    'where its secret is sent has changed and is not confirmed.',
    '其密文的发送目标已变更且尚未确认。',
    'シークレットの送信先が変わり、確認されていません。',
  ),
  factor: text(
    'a rule asks for a second factor before each connection. Make a new one.',
    '有规则要求每次连接前进行多因子认证，请重新获取令牌。',
    '接続のたびに多要素認証を求めるルールがあります。新しいトークンを作成してください。',
  ),
  component: text('it was made for another kind of component.', '该令牌属于其他类型的组件。', '別の種類のコンポーネント用のトークンです。'),
  proof: text('it is not yours.', '该令牌不属于你。', 'このトークンはあなたのものではありません。'),
} as const satisfies Record<string, Text>;

/** Why a token opens nothing; whoever holds it is told. */
export const refused = (reason: keyof typeof reasons): CodedError =>
  new CodedError('connection_token_refused' satisfies ErrorCode, { reason: reasons[reason] });
