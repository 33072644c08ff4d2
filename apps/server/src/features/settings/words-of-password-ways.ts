import type { PASSWORD_WAY_SETTINGS } from '@postern/contract/settings-of-password-ways';
import { text } from '@postern/contract/text';
import { type Words, words } from './fixed-setting-words.ts';

/** Labels of the settings of directories and RADIUS. */
export const PASSWORD_WAY_WORDS: Readonly<Record<keyof typeof PASSWORD_WAY_SETTINGS, Words>> = {
  AUTH_LDAP: words(
    text('Log in by the directory', '启用 LDAP 登录', 'ディレクトリでログイン'),
    text(
      'People log in with their name and password of the directory.',
      '用户可使用目录中的用户名和密码登录。',
      'ディレクトリの名前とパスワードでログインできます。',
    ),
  ),
  AUTH_LDAP_SERVER_URI: words(
    text('Servers', '服务器地址', 'サーバー'),
    text(
      'ldap:// or ldaps:// with host and port. Several with a comma between: the next is asked when one does not answer.',
      'ldap:// 或 ldaps:// 加主机和端口。多个地址用逗号分隔，前一个无响应时使用下一个。',
      'ldap:// または ldaps:// とホスト、ポート。複数はコンマで区切ります。応答がなければ次に問い合わせます。',
    ),
  ),
  AUTH_LDAP_START_TLS: words(
    text('Encrypt ldap:// with StartTLS', 'ldap:// 使用 StartTLS 加密', 'ldap:// を StartTLS で暗号化'),
    text('Without it, passwords are sent in the clear.', '关闭后密码将明文传输。', '切るとパスワードが平文で送られます。'),
  ),
  AUTH_LDAP_CA: words(
    text('Own certificate authority', '自有证书颁发机构', '独自の認証局'),
    text(
      'PEM certificates to be trusted in place of the public ones.',
      '受信任的 PEM 证书，将取代公共证书颁发机构。',
      '公的な認証局の代わりに信頼する PEM 証明書です。',
    ),
  ),
  AUTH_LDAP_BIND_DN: words(
    text('Account that looks people up', '查询账号 DN', '検索用アカウント（DN）'),
    text(
      'It needs to read and nothing else. Left empty, nobody looks.',
      '只需读取权限。留空则匿名查询。',
      '読み取りだけできれば十分です。空欄なら匿名で検索します。',
    ),
  ),
  AUTH_LDAP_BIND_PASSWORD: words(text('Its password', '查询账号密码', '検索用アカウントのパスワード')),
  AUTH_LDAP_SEARCH_OU: words(
    text('Search below', '用户 OU', '検索の起点'),
    text('DN of an entry; several with | between.', '条目的 DN，多个用 | 分隔。', 'エントリーの DN。複数は | で区切ります。'),
  ),
  AUTH_LDAP_SEARCH_FILTER: words(
    text('Filter', '用户过滤器', 'フィルター'),
    text(
      'Finds a person by name: %(user)s stands for what was typed, as in (uid=%(user)s) or (sAMAccountName=%(user)s).',
      '用于查找用户，%(user)s 代表输入的用户名，如 (uid=%(user)s) 或 (sAMAccountName=%(user)s)。',
      '人を名前で探します。%(user)s は入力された名前です。例 (uid=%(user)s)、(sAMAccountName=%(user)s)。',
    ),
  ),
  AUTH_LDAP_USER_ATTR_MAP: words(
    text('Attributes', '属性映射', '属性の対応'),
    text(
      'What the directory calls username, name and email; also phone, is_active and groups.',
      '目录中对应 username、name、email 的属性名，还可映射 phone、is_active、groups。',
      'ディレクトリでの username、name、email の属性名。phone、is_active、groups も指定できます。',
    ),
  ),
  AUTH_LDAP_NESTED_GROUPS: words(
    text('Groups within groups', '嵌套用户组', '入れ子のグループ'),
    text(
      'Who is in a group is also in those that it is in.',
      '用户同时属于其所在用户组的上级用户组。',
      'グループの一員は、そのグループが属するグループの一員でもあります。',
    ),
  ),
  AUTH_LDAP_CONNECT_TIMEOUT: words(text('Time to connect', '连接超时', '接続のタイムアウト'), text('Seconds', '秒', '秒')),
  AUTH_LDAP_SEARCH_PAGED_SIZE: words(
    text('People per answer', '每页查询数量', '1 回に読む人数'),
    text('How many entries the directory is asked for at a time.', '每次向目录请求的条目数。', 'ディレクトリに一度に要求する件数です。'),
  ),
  AUTH_LDAP_SYNC_ORG_IDS: words(
    text('Organisations of new people', '同步到的组织', '追加先の組織'),
    text('Whose members they become.', '用户将成为这些组织的成员。', 'この組織のメンバーになります。'),
  ),
  AUTH_LDAP_SYNC_IS_PERIODIC: words(
    text('Follow the directory by the clock', '定期同步', '定期的に同期'),
    text(
      'New people get accounts, and whoever is gone or disabled there is disabled here.',
      '为新用户创建账号，并禁用目录中已删除或禁用的用户。',
      '新しい人のアカウントを作り、ディレクトリで削除または無効になった人を無効にします。',
    ),
  ),
  AUTH_LDAP_SYNC_CRONTAB: words(
    text('Crontab of the sync', '同步 Crontab 表达式', '同期の Crontab 式'),
    text('Five fields; wins over the interval.', '五个字段；优先于间隔。', '5 つの項目。間隔より優先されます。'),
  ),
  AUTH_LDAP_SYNC_INTERVAL: words(text('Interval of the sync', '同步间隔', '同期の間隔'), text('Hours', '小时', '時間')),
  AUTH_RADIUS: words(
    text('Log in by RADIUS', '启用 RADIUS 登录', 'RADIUS でログイン'),
    text(
      'People log in with a name and password that a RADIUS server knows.',
      '用户可使用 RADIUS 服务器中的用户名和密码登录。',
      'RADIUS サーバーが知る名前とパスワードでログインできます。',
    ),
  ),
  RADIUS_SERVER: words(
    text('Servers', '服务器', 'サーバー'),
    text(
      'A name or address, with :port where it differs. Several with a comma between: the next is asked when one does not answer.',
      '名称或地址，端口不同时加 :端口。多个用逗号分隔，前一个无响应时使用下一个。',
      '名前またはアドレス。ポートが異なれば :ポート を付けます。複数はコンマで区切ります。応答がなければ次に問い合わせます。',
    ),
  ),
  RADIUS_PORT: words(text('Port', '端口', 'ポート')),
  RADIUS_SECRET: words(
    text('Shared secret', '共享密钥', '共有シークレット'),
    text(
      'The same as on the server. Long and random: it is all that hides passwords on the way.',
      '与服务器一致。请使用足够长的随机值：传输中的密码仅由它保护。',
      'サーバーと同じもの。長く無作為に：途中のパスワードを隠すのはこれだけです。',
    ),
  ),
  RADIUS_PROTOCOL: words(
    text('How passwords are shown', '密码协议', 'パスワードの示し方'),
    text(
      'With MS-CHAPv2 the server proves that it knows the password, too. One-time codes need PAP.',
      'MS-CHAPv2 下服务器也会证明其知道密码。一次性验证码需使用 PAP。',
      'MS-CHAPv2 ではサーバーもパスワードを知ることを証明します。ワンタイムコードには PAP が必要です。',
    ),
  ),
  RADIUS_TIMEOUT: words(text('Time to answer', '响应超时', '応答の待ち時間'), text('Seconds', '秒', '秒')),
  RADIUS_RETRIES: words(
    text('Asked again', '重试次数', '再問い合わせ'),
    text('How often, while a server says nothing.', '服务器无响应时的重试次数。', '応答がないときの回数です。'),
  ),
  RADIUS_NAS_IDENTIFIER: words(
    text('NAS-Identifier', 'NAS-Identifier', 'NAS-Identifier'),
    text('By what name servers know this one.', '服务器识别本系统的名称。', 'サーバーがこのシステムを見分ける名前です。'),
  ),
  OTP_IN_RADIUS: words(
    text('Codes of RADIUS as second factor', 'RADIUS 验证码作为多因子', 'RADIUS のコードを多要素認証に使う'),
    text(
      'People may show a code that the server knows. Not those whom it lets in by a password already.',
      '用户可使用服务器认可的验证码；已通过该服务器密码登录的用户除外。',
      'サーバーが知るコードを使えます。同じサーバーのパスワードでログインする人には使えません。',
    ),
  ),
};
