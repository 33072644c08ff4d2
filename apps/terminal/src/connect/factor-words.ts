import { text } from '@postern/contract/text';

export const factorWords = {
  title: text('Confirm that it is you', '确认是你本人', 'ご本人の確認'),
  text: text(
    'A rule asks for a second factor before this connection.',
    '规则要求在此连接前进行多因子认证。',
    'ルールにより、この接続の前に多要素認証が必要です。',
  ),
  method: text('Method', '验证方式', '確認方法'),
  code: text('Code', '验证码', 'コード'),
  usePasskey: text('Use a passkey', '使用通行密钥', 'パスキーを使う'),
  passkeyCancelled: text(
    'The device gave no answer. Try again.',
    '设备没有响应，请重试。',
    'デバイスから応答がありませんでした。もう一度お試しください。',
  ),
  passkeyUnable: text(
    'This device cannot do that. Use another device or another way.',
    '此设备不支持该操作，请换用其他设备或方式。',
    'このデバイスではできません。別のデバイスか別の方法を使ってください。',
  ),
  sixDigits: text('The code has six digits.', '验证码为 6 位数字。', 'コードは6桁です。'),
  send: text('Send code', '发送验证码', 'コードを送信'),
  sendAgain: text('Sent, again in {count} s', '已发送，{count} 秒后可重发', '送信済み、{count}秒後に再送信できます'),
  sentTo: text('Sent to {target}', '已发送至 {target}', '{target} に送信しました'),
  confirm: text('Confirm', '确认', '確認'),
  empty: text('Enter something first.', '请先输入内容。', '先に入力してください。'),
} as const;
