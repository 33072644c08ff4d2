import { type Language, render, type Text, text } from '@postern/contract/text';

/** Why a directory was of no use, in words for administrators. None of them repeats what a server said. */
const REASONS = {
  no_server: text(
    'No server is set: ldap:// or ldaps:// with a host name.',
    '未设置服务器，请填写 ldap:// 或 ldaps:// 加主机名。',
    'サーバーが設定されていません。ldap:// または ldaps:// とホスト名を指定してください。',
  ),
  blocked: text(
    'This server is not allowed to ask that address.',
    '本服务器不允许访问该地址。',
    'このサーバーからそのアドレスへの接続は許可されていません。',
  ),
  unreachable: text('No connection.', '无法连接。', '接続できません。'),
  late: text('No answer in time.', '响应超时。', '時間内に応答がありません。'),
  untrusted: text(
    'The certificate cannot be trusted. Add its authority, if it is one of your own.',
    '证书不受信任。如为自建 CA，请添加其证书。',
    '証明書を信頼できません。独自の認証局の場合はその証明書を追加してください。',
  ),
  no_encryption: text(
    'The server does not take part in StartTLS. Use ldaps://, or switch StartTLS off to send passwords in the clear.',
    '服务器不支持 StartTLS。请使用 ldaps://，或关闭 StartTLS（密码将明文传输）。',
    'サーバーが StartTLS に対応していません。ldaps:// を使うか、StartTLS を切ってください（パスワードは平文で送られます）。',
  ),
  encryption_wanted: text(
    'The server wants an encrypted connection.',
    '服务器要求加密连接。',
    'サーバーは暗号化された接続を求めています。',
  ),
  credentials: text(
    'The server refuses the name or the password of the account that looks people up.',
    '服务器拒绝了查询账号的 DN 或密码。',
    '検索用アカウントの DN またはパスワードが拒否されました。',
  ),
  no_password: text(
    'The account that looks people up has no password.',
    '未设置查询账号的密码。',
    '検索用アカウントのパスワードがありません。',
  ),
  filter: text(
    'The filter cannot be read, or %(user)s has no place in it.',
    '过滤器无法解析，或缺少 %(user)s。',
    'フィルターを読めないか、%(user)s がありません。',
  ),
  base: text('There is no such entry to search below.', '搜索起点不存在。', '検索の起点が見つかりません。'),
  no_base: text('No entry to search below is set.', '未设置搜索起点。', '検索の起点が設定されていません。'),
  too_many: text('The server does not hand out as many entries.', '服务器不允许返回这么多条目。', 'サーバーが返せる件数を超えています。'),
  reading: text('Another run reads the directory.', '另一个任务正在读取目录。', '別の実行がディレクトリを読んでいます。'),
  busy: text(
    'Too many people ask the directory at this moment.',
    '当前查询目录的人数过多。',
    'ディレクトリへの問い合わせが混み合っています。',
  ),
  failed: text(
    'The server answered with an error ({detail}).',
    '服务器返回错误（{detail}）。',
    'サーバーがエラーを返しました（{detail}）。',
  ),
} as const satisfies Record<string, Text>;
export type DirectoryReason = keyof typeof REASONS;

/** `cause` is for the operator's log; `detail` a number or a name of an error of ours. */
export class DirectoryError extends Error {
  readonly why: DirectoryReason;
  readonly detail: string;
  constructor(why: DirectoryReason, detail = '', cause?: unknown) {
    super(`directory: ${why} ${detail}`.trimEnd(), { cause });
    this.name = 'DirectoryError';
    this.why = why;
    this.detail = detail;
  }
}

export const reasonText = ({ why, detail }: Pick<DirectoryError, 'why' | 'detail'>, language: Language): string =>
  render(REASONS[why], language, { detail });

/** Another server may do better: this one is not there, or not as it should be. */
export const isAway = ({ why }: DirectoryError): boolean =>
  (['unreachable', 'late', 'untrusted', 'no_encryption', 'blocked'] as DirectoryReason[]).includes(why);
