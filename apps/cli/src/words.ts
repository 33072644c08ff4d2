import { text } from '@postern/contract/text';

/** Everything that the commands say by themselves, in three languages. Names of options, fields and columns are the same in all of them. */

/** What `--help` says, a command each. */
export const usageWords = {
  login: text(
    `postern login [--server URL] [--ca FILE]
    Log in: it shows an address and a code, which you confirm in a browser. Nothing is typed here. --ca names a
    certificate authority of your own.`,
    `postern login [--server URL] [--ca FILE]
    登录：显示地址和代码，在浏览器中确认，此处无需输入任何内容。--ca 指定自有的证书颁发机构。`,
    `postern login [--server URL] [--ca FILE]
    ログインします。表示されたアドレスとコードをブラウザーで確認します。ここでは何も入力しません。--ca は独自の認証局を指定します。`,
  ),
  logout: text(
    `postern logout
    End this login, here and on the server.`,
    `postern logout
    退出登录，本机和服务器上同时结束。`,
    `postern logout
    このログインを、この端末とサーバーの両方で終了します。`,
  ),
  whoami: text(
    `postern whoami [--json]
    Say who you are, and where.`,
    `postern whoami [--json]
    显示当前登录的用户和服务器。`,
    `postern whoami [--json]
    ログイン中のユーザーとサーバーを表示します。`,
  ),
  list: text(
    `postern list [SEARCH] [--limit N] [--org ID] [--json]
    List what you may open.`,
    `postern list [SEARCH] [--limit N] [--org ID] [--json]
    列出可以连接的资产。`,
    `postern list [SEARCH] [--limit N] [--org ID] [--json]
    接続できるアセットを一覧表示します。`,
  ),
  ssh: text(
    `postern ssh [ACCOUNT@]ASSET [--org ID] [-- COMMAND…]
    Open an asset with the ssh of this machine. Without an account: the one that you have there. It ends as ssh ends.`,
    `postern ssh [ACCOUNT@]ASSET [--org ID] [-- COMMAND…]
    用本机的 ssh 连接资产。未指定账号时使用你在该资产上的账号。退出码与 ssh 相同。`,
    `postern ssh [ACCOUNT@]ASSET [--org ID] [-- COMMAND…]
    この端末の ssh でアセットに接続します。アカウントを省くと、そこで使えるアカウントになります。終了コードは ssh と同じです。`,
  ),
  token: text(
    `postern token list [--json]
postern token create [--until DATE] [--read-only] [--address CIDR]… [--right CODE]… [--json]
postern token end ID|private
    Access keys for your programs. A key that is held to something may not make others. The private token is made in
    your profile.`,
    `postern token list [--json]
postern token create [--until DATE] [--read-only] [--address CIDR]… [--right CODE]… [--json]
postern token end ID|private
    供程序使用的访问密钥。受限的密钥不能创建其他密钥。私有令牌在个人信息页面创建。`,
    `postern token list [--json]
postern token create [--until DATE] [--read-only] [--address CIDR]… [--right CODE]… [--json]
postern token end ID|private
    プログラム用のアクセスキーです。制限のあるキーでは別のキーを作れません。プライベートトークンはプロフィールで作ります。`,
  ),
  admin: text(
    `postern admin users|assets|permissions list [SEARCH] [--limit N]
postern admin users|assets|permissions show NAME|ID
postern admin users|assets|permissions create FIELD=TEXT… FIELD:=JSON… [--from FILE|-] [--kind host|device|database|cloud|web]
postern admin users|assets|permissions update NAME|ID FIELD=TEXT…
postern admin users|assets|permissions enable|disable NAME|ID
    Administer, in the organisation of --org ID or POSTERN_ORG. With --json it prints what the server answers.`,
    `postern admin users|assets|permissions list [SEARCH] [--limit N]
postern admin users|assets|permissions show NAME|ID
postern admin users|assets|permissions create FIELD=TEXT… FIELD:=JSON… [--from FILE|-] [--kind host|device|database|cloud|web]
postern admin users|assets|permissions update NAME|ID FIELD=TEXT…
postern admin users|assets|permissions enable|disable NAME|ID
    在 --org ID 或 POSTERN_ORG 指定的组织中进行管理。使用 --json 时原样输出服务器的应答。`,
    `postern admin users|assets|permissions list [SEARCH] [--limit N]
postern admin users|assets|permissions show NAME|ID
postern admin users|assets|permissions create FIELD=TEXT… FIELD:=JSON… [--from FILE|-] [--kind host|device|database|cloud|web]
postern admin users|assets|permissions update NAME|ID FIELD=TEXT…
postern admin users|assets|permissions enable|disable NAME|ID
    --org ID または POSTERN_ORG の組織で管理します。--json を付けるとサーバーの応答をそのまま出力します。`,
  ),
  all: text(
    `In place of a login, programs take an access key: POSTERN_SERVER, POSTERN_KEY_ID, POSTERN_KEY_SECRET; POSTERN_CA and
POSTERN_ORG stand for --ca and --org. --language en, zh or ja takes the place of LC_ALL, LC_MESSAGES and LANG. It ends with 0 when
it was done, 1 when the server said no, 64 when the command is not understood, 69 when the server cannot be reached, 77 when you are not logged in or may not.`,
    `程序可用访问密钥代替登录：POSTERN_SERVER、POSTERN_KEY_ID、POSTERN_KEY_SECRET；POSTERN_CA 和 POSTERN_ORG 对应 --ca 和 --org。
--language en、zh 或 ja 优先于 LC_ALL、LC_MESSAGES 和 LANG。退出码：0 成功，1 被服务器拒绝，64 命令无法识别，69 无法连接服务器，77 未登录或无权限。`,
    `プログラムはログインの代わりにアクセスキーを使います：POSTERN_SERVER、POSTERN_KEY_ID、POSTERN_KEY_SECRET。POSTERN_CA と POSTERN_ORG は --ca と --org に当たります。
--language en、zh、ja は LC_ALL、LC_MESSAGES、LANG より優先されます。終了コード：0 成功、1 サーバーが拒否、64 コマンドが不明、69 サーバーに接続できない、77 未ログインまたは権限なし。`,
  ),
} as const;

/** What went well, and what is said beside it. */
export const noteWords = {
  nothing: text('Nothing found.', '未找到。', '見つかりません。'),
  some: text(
    '{shown} of {count}; more with --limit.',
    '共 {count} 条，已显示 {shown} 条；用 --limit 显示更多。',
    '{count} 件中 {shown} 件。続きは --limit で表示します。',
  ),
  open: text('Open  {address}', '打开  {address}', '開くアドレス  {address}'),
  confirm: text('and confirm the code  {code}', '并确认代码  {code}', '確認するコード  {code}'),
  loggedIn: text(
    'You are {user} on {server} until {expires}.',
    '已以 {user} 登录 {server}，有效期至 {expires}。',
    '{server} に {user} としてログインしました（{expires} まで）。',
  ),
  nobody: text('Nobody is logged in.', '当前未登录。', 'ログインしていません。'),
  loggedOut: text('Logged out.', '已退出登录。', 'ログアウトしました。'),
  halfOut: text(
    '{why} {file} is gone; on the server the login ends {expires}, or in your profile.',
    '{why} {file} 已删除；服务器上的登录将于 {expires} 结束，也可在个人信息中结束。',
    '{why} {file} は削除しました。サーバー上のログインは {expires} に終わります。プロフィールでも終了できます。',
  ),
  byKey: text(
    '{name} ({user}) on {server}, by an access key',
    '{name}（{user}），{server}，使用访问密钥',
    '{name}（{user}）、{server}、アクセスキーを使用',
  ),
  byLogin: text(
    '{name} ({user}) on {server}, logged in until {expires}',
    '{name}（{user}），{server}，登录有效期至 {expires}',
    '{name}（{user}）、{server}、{expires} までログイン中',
  ),
  secretOnce: text('The secret is shown this once.', '密钥仅显示这一次。', 'シークレットの表示は今回限りです。'),
  ended: text('Ended.', '已结束。', '終了しました。'),
  noPrivate: text('There is no private token.', '没有私有令牌。', 'プライベートトークンはありません。'),
  madePrivate: text(
    'The private token was made {made}; end it with: postern token end private',
    '私有令牌创建于 {made}；结束命令：postern token end private',
    'プライベートトークンは {made} に作成されました。終了：postern token end private',
  ),
  enabled: text('{name} is enabled.', '已启用 {name}。', '{name} を有効にしました。'),
  disabled: text('{name} is disabled.', '已禁用 {name}。', '{name} を無効にしました。'),
} as const;

/** What went wrong. */
export const problemWords = {
  language: text('--language takes en, zh or ja.', '--language 可为 en、zh 或 ja。', '--language には en、zh、ja を指定します。'),
  arguments: text('{why}', '参数有误：{why}', '引数が正しくありません：{why}'),
  notUnderstood: text('{word} is not understood.', '无法识别 {word}。', '{word} は認識できません。'),
  keyPair: text(
    'POSTERN_KEY_ID and POSTERN_KEY_SECRET go together.',
    'POSTERN_KEY_ID 和 POSTERN_KEY_SECRET 需同时设置。',
    'POSTERN_KEY_ID と POSTERN_KEY_SECRET は両方必要です。',
  ),
  keyServer: text(
    'POSTERN_SERVER says for which server the key is.',
    '请用 POSTERN_SERVER 指定密钥所属的服务器。',
    'キーのサーバーを POSTERN_SERVER で指定してください。',
  ),
  notLoggedIn: text(
    'You are not logged in: postern login --server https://…',
    '尚未登录：postern login --server https://…',
    'ログインしていません：postern login --server https://…',
  ),
  loginOver: text(
    'You are not logged in, or no more: postern login',
    '未登录或登录已失效：postern login',
    'ログインしていないか、ログインが終了しています：postern login',
  ),
  certificate: text(
    'The certificate of {server} is not believed ({code}). For a certificate authority of your own: --ca FILE.',
    '{server} 的证书不受信任（{code}）。自有证书颁发机构请使用 --ca FILE。',
    '{server} の証明書を信頼できません（{code}）。独自の認証局は --ca FILE で指定します。',
  ),
  silent: text('{server} does not answer ({code}).', '{server} 无响应（{code}）。', '{server} が応答しません（{code}）。'),
  tooLong: text('The answer of {server} is too long.', '{server} 的应答过长。', '{server} の応答が長すぎます。'),
  elsewhere: text(
    'The server sends programs elsewhere: is its address right?',
    '服务器将请求转向别处，请检查地址。',
    'サーバーが別の場所へ転送しました。アドレスを確認してください。',
  ),
  answered: text('The server answered {status} {code}', '服务器返回 {status} {code}', 'サーバーの応答：{status} {code}'),
  noAddress: text(
    '{given} is no address of a server. Write it like https://postern.example.com',
    '{given} 不是服务器地址。格式如 https://postern.example.com',
    '{given} はサーバーのアドレスではありません。例：https://postern.example.com',
  ),
  onlyHttps: text('{given}: only https is spoken.', '{given}：仅支持 https。', '{given}：https のみ使えます。'),
  noNames: text(
    'Leave name and password out of the address.',
    '地址中请勿包含用户名和密码。',
    'アドレスにユーザー名とパスワードを含めないでください。',
  ),
  noFile: text('The file {path} cannot be read.', '无法读取文件 {path}。', 'ファイル {path} を読めません。'),
  noCertificate: text('There is no certificate in {path}.', '{path} 中没有证书。', '{path} に証明書がありません。'),
  plainHttp: text(
    '{given}: plain http would show your login to everybody on the way. Use https.',
    '{given}：使用 http 会在传输途中泄露登录信息，请使用 https。',
    '{given}：http では通信経路上でログインが見えてしまいます。https を使ってください。',
  ),
  readable: text(
    'Others on this machine can read {file}. End that login in your profile, remove the file, and log in again.',
    '本机其他用户可读取 {file}。请在个人信息中结束该登录，删除文件后重新登录。',
    'この端末の他のユーザーが {file} を読めます。プロフィールでそのログインを終了し、ファイルを削除してログインし直してください。',
  ),
  unreadable: text(
    '{file} cannot be read. Remove it, and log in again.',
    '无法读取 {file}。请删除后重新登录。',
    '{file} を読めません。削除してログインし直してください。',
  ),
  whichServer: text(
    'Which server? postern login --server https://postern.example.com',
    '请指定服务器：postern login --server https://postern.example.com',
    'サーバーを指定してください：postern login --server https://postern.example.com',
  ),
  several: text(
    '{named} means several. Take the id of one:{list}',
    '{named} 对应多项，请使用其 ID：{list}',
    '{named} に複数が該当します。ID を指定してください：{list}',
  ),
  noAsset: text('You have no asset {named}.', '没有可用的资产 {named}。', 'アセット {named} はありません。'),
  noAssetBut: text(
    'You have no asset {named}. There is: {like}',
    '没有可用的资产 {named}。相近的有：{like}',
    'アセット {named} はありません。候補：{like}',
  ),
  whatToOpen: text(
    'What to open? postern ssh ACCOUNT@ASSET',
    '请指定要连接的资产：postern ssh ACCOUNT@ASSET',
    '接続先を指定してください：postern ssh ACCOUNT@ASSET',
  ),
  noSsh: text(
    'There is no ssh on this machine. Install the OpenSSH client.',
    '本机没有 ssh，请安装 OpenSSH 客户端。',
    'この端末に ssh がありません。OpenSSH クライアントをインストールしてください。',
  ),
  noHost: text('The server names a host that is none.', '服务器给出的主机名无效。', 'サーバーが示したホスト名が正しくありません。'),
  noDoor: text('There is no way in by SSH for this asset.', '此资产无法通过 SSH 连接。', 'このアセットには SSH で接続できません。'),
  noAccount: text(
    'You have no account on {asset} whose secret is kept. Name one: postern ssh ACCOUNT@{asset}',
    '你在 {asset} 上没有已托管密码的账号。请指定：postern ssh ACCOUNT@{asset}',
    '{asset} に、シークレットが保管されたアカウントがありません。指定してください：postern ssh ACCOUNT@{asset}',
  ),
  accounts: text(
    'You have several accounts on {asset}: {list}. Name one.',
    '你在 {asset} 上有多个账号：{list}。请指定其一。',
    '{asset} に複数のアカウントがあります：{list}。1 つ指定してください。',
  ),
  noDate: text(
    '{given} is no date. Write it like 2027-01-31.',
    '{given} 不是日期。格式如 2027-01-31。',
    '{given} は日付ではありません。例：2027-01-31',
  ),
  whichToken: text(
    'Which one? postern token end ID, or private',
    '请指定：postern token end ID，或 private',
    '対象を指定してください：postern token end ID または private',
  ),
  limit: text(
    '--limit takes a number from 1 to {most}.',
    '--limit 为 1 到 {most} 之间的数字。',
    '--limit には 1 から {most} までの数を指定します。',
  ),
  kind: text('--kind takes {kinds}.', '--kind 可为 {kinds}。', '--kind には {kinds} を指定します。'),
  which: text('Which one? Say its id or its {field}.', '请指定 ID 或 {field}。', 'ID または {field} を指定してください。'),
  none: text('There is no {named}.', '{named} 不存在。', '{named} はありません。'),
  twice: text(
    '{named} means several. Take the id of one: {list}',
    '{named} 对应多项，请使用其 ID：{list}',
    '{named} に複数が該当します。ID を指定してください：{list}',
  ),
  field: text(
    '{word} is not understood. Write name=text, or name:=JSON.',
    '无法识别 {word}。格式为 name=text 或 name:=JSON。',
    '{word} は認識できません。name=text または name:=JSON と書きます。',
  ),
  noJson: text('{name}: {value} is no JSON.', '{name}：{value} 不是 JSON。', '{name}：{value} は JSON ではありません。'),
  nothing: text(
    'Say what to write: name=text, or --from FILE with JSON.',
    '请给出要写入的内容：name=text，或 --from FILE（JSON）。',
    '書き込む内容を指定してください：name=text または --from FILE（JSON）。',
  ),
  fileJson: text('{file} holds no JSON that can be read.', '{file} 中没有可读取的 JSON。', '{file} の JSON を読めません。'),
  fileObject: text('{file} holds no JSON object.', '{file} 中不是 JSON 对象。', '{file} は JSON オブジェクトではありません。'),
} as const;
