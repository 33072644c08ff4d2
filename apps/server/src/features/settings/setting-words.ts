import type { SettingCategory } from '@postern/contract/setting-definition';
import type { SettingKey } from '@postern/contract/settings';
import { type Text, text } from '@postern/contract/text';
import { FIXED_CHOICE_WORDS, FIXED_SETTING_WORDS, type Words, words } from './fixed-setting-words.ts';
import { CHAT_CHOICE_WORDS, CHAT_WORDS } from './words-of-chat.ts';
import { PASSWORD_WAY_WORDS } from './words-of-password-ways.ts';
import { REDIRECT_CHOICE_WORDS, REDIRECT_WAY_WORDS } from './words-of-redirect-ways.ts';
import { TEXT_MESSAGE_CHOICE_WORDS, TEXT_MESSAGE_WORDS } from './words-of-text-messages.ts';
import { TICKET_CHOICE_WORDS, TICKET_WORDS } from './words-of-tickets.ts';
import { VAULT_CHOICE_WORDS, VAULT_WORDS } from './words-of-vault.ts';

/** Labels of settings, for forms and for the operation log. */

export const CATEGORY_WORDS: Readonly<Record<SettingCategory, Text>> = {
  basic: text('Basic settings', '基本设置', '基本設定'),
  security: text('Security settings', '安全设置', 'セキュリティ設定'),
  auth: text('Authentication settings', '认证设置', '認証設定'),
  ldap: text('Directory settings', 'LDAP 设置', 'ディレクトリの設定'),
  radius: text('RADIUS settings', 'RADIUS 设置', 'RADIUS の設定'),
  oidc: text('OpenID Connect settings', 'OpenID Connect 设置', 'OpenID Connect の設定'),
  oauth2: text('OAuth2 settings', 'OAuth2 设置', 'OAuth2 の設定'),
  saml2: text('SAML2 settings', 'SAML2 设置', 'SAML2 の設定'),
  cas: text('CAS settings', 'CAS 设置', 'CAS の設定'),
  wecom: text('WeCom settings', '企业微信设置', 'WeCom の設定'),
  dingtalk: text('DingTalk settings', '钉钉设置', 'DingTalk の設定'),
  feishu: text('Feishu and Lark settings', '飞书设置', 'Feishu と Lark の設定'),
  slack: text('Slack settings', 'Slack 设置', 'Slack の設定'),
  sso: text('Login links', '登录链接设置', 'ログインリンクの設定'),
  scim: text('SCIM settings', 'SCIM 设置', 'SCIM の設定'),
  terminal: text('Terminal settings', '终端设置', 'ターミナル設定'),
  email: text('Email settings', '邮件设置', 'メール設定'),
  sms: text('Text messages', '短信设置', 'SMS の設定'),
  alibaba: text('Text messages by Alibaba Cloud', '阿里云短信', 'Alibaba Cloud の SMS'),
  tencent: text('Text messages by Tencent Cloud', '腾讯云短信', 'Tencent Cloud の SMS'),
  huawei: text('Text messages by Huawei Cloud', '华为云短信', 'Huawei Cloud の SMS'),
  cmpp2: text('Text messages by CMPP 2.0', 'CMPP 2.0 短信', 'CMPP 2.0 の SMS'),
  smpp: text('Text messages by SMPP', 'SMPP 短信', 'SMPP の SMS'),
  custom: text('Text messages by a service of your own', '自定义短信', '独自サービスの SMS'),
  email_content: text('Email content', '邮件内容', 'メールの文面'),
  clean: text('Cleaning settings', '清理设置', 'クリーンアップ設定'),
  evidence: text('Evidence settings', '审计存证设置', '証跡の設定'),
  vault: text('Secret store settings', '密文存储设置', 'シークレット保存先の設定'),
  other: text('Other settings', '其他设置', 'その他の設定'),
  system: text('System settings', '系统设置', 'システム設定'),
};

const OWN_WORDS = text('If empty, the standard text is sent.', '留空时发送默认文字。', '空欄の場合は標準の文面を送ります。');
const DAYS = text('Days', '天', '日数');
const KEPT_DAYS = text('Days, at least 180', '天，至少 180 天', '日数（180 日以上）');
const MINUTES = text('Minutes', '分钟', '分');
const SECONDS = text('Seconds', '秒', '秒');
const ADDRESSES = text(
  'One entry per line: *, an address, a network such as 10.0.0.0/8, or a range such as 10.1.1.1-10.1.1.20.',
  '每行一项：*、单个地址、网段（如 10.0.0.0/8）或地址范围（如 10.1.1.1-10.1.1.20）。',
  '1 行に 1 件：*、アドレス、ネットワーク（例 10.0.0.0/8）、範囲（例 10.1.1.1-10.1.1.20）。',
);

/** Of every setting that a category shows. */
export const SETTING_WORDS: Readonly<Partial<Record<SettingKey, Words>>> = {
  ...FIXED_SETTING_WORDS,
  ...PASSWORD_WAY_WORDS,
  ...REDIRECT_WAY_WORDS,
  ...VAULT_WORDS,
  ...CHAT_WORDS,
  ...TEXT_MESSAGE_WORDS,
  ...TICKET_WORDS,
  SITE_URL: words(
    text('Site address', '站点地址', 'サイトのアドレス'),
    text('Address under which people reach this system.', '用户访问本系统的地址。', '利用者がこのシステムを開くアドレスです。'),
  ),
  USER_GUIDE_URL: words(
    text('Guide for first login', '首次登录指引', '初回ログインの案内'),
    text('Shown to people who log in for the first time.', '首次登录时显示给用户。', '初めてログインした人に表示します。'),
  ),
  FORGOT_PASSWORD_URL: words(text('Forgotten password page', '忘记密码页面', 'パスワードを忘れたときのページ')),
  GLOBAL_ORG_DISPLAY_NAME: words(
    text('Name of the global organisation', '全局组织名称', 'グローバル組織の名前'),
    text('Left empty, its usual name is shown.', '留空则显示默认名称。', '空欄のときは通常の名前を表示します。'),
  ),
  ANNOUNCEMENT_ENABLED: words(text('Show an announcement', '启用公告', 'お知らせを表示')),
  ANNOUNCEMENT: words(text('Announcement', '公告', 'お知らせ')),
  ANNOUNCEMENT_AT_LOGIN: words(
    text('Also on the login page', '同时显示在登录页', 'ログイン画面にも表示'),
    text('Everybody who reaches that page reads it.', '能打开登录页的人都会看到。', 'ログイン画面を開けるすべての人に表示されます。'),
  ),
  TERMS_OF_USE_ENABLED: words(
    text('Ask for terms of use', '要求接受使用条款', '利用規約への同意を求める'),
    text(
      'People accept them at their next login before anything else. Without a text nobody is asked.',
      '用户在下次登录时须先接受。没有文本时不要求。',
      '次のログインで最初に同意を求めます。本文がなければ求めません。',
    ),
  ),
  TERMS_OF_USE_VERSION: words(
    text('Version', '版本', 'バージョン'),
    text('Another version is asked for again.', '更改版本后将重新要求接受。', 'バージョンを変えると、もう一度同意を求めます。'),
  ),
  TERMS_OF_USE_EN: words(text('Text in English', '英文文本', '英語の本文')),
  TERMS_OF_USE_ZH: words(text('Text in Chinese', '中文文本', '中国語の本文')),
  TERMS_OF_USE_JA: words(text('Text in Japanese', '日文文本', '日本語の本文')),
  TICKETS_ENABLED: words(text('Tickets', '工单', 'チケット')),

  SECURITY_PASSWORD_MIN_LENGTH: words(text('Minimum password length', '密码最小长度', 'パスワードの最小文字数')),
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: words(
    text('Minimum length for administrators', '管理员密码最小长度', '管理者パスワードの最小文字数'),
  ),
  SECURITY_PASSWORD_UPPER_CASE: words(text('Require an upper-case letter', '必须包含大写字母', '英大文字を必須にする')),
  SECURITY_PASSWORD_LOWER_CASE: words(text('Require a lower-case letter', '必须包含小写字母', '英小文字を必須にする')),
  SECURITY_PASSWORD_NUMBER: words(text('Require a digit', '必须包含数字', '数字を必須にする')),
  SECURITY_PASSWORD_SPECIAL_CHAR: words(text('Require a special character', '必须包含特殊字符', '記号を必須にする')),
  SECURITY_MFA_AUTH: words(
    text('Second factor required of', '强制启用多因子认证', '多要素認証の必須範囲'),
    text(
      'Whoever has none yet sets one up at the next login.',
      '尚未设置的用户在下次登录时设置。',
      '未設定の人は次のログイン時に設定します。',
    ),
  ),
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: words(
    text('Second factor also for logins through other systems', '第三方登录也需要多因子认证', '外部認証でのログインにも多要素認証を適用'),
    text(
      'Switched off, the second factor of the other system is enough.',
      '关闭后，以外部系统自身的多因子认证为准。',
      'オフにすると、外部システムの多要素認証だけで十分とします。',
    ),
  ),
  ONLY_ALLOW_EXIST_USER_AUTH: words(
    text('Only people who have an account', '仅允许已有账号的用户登录', 'アカウントのある人だけログイン可'),
    text(
      'Switched off, people whom another system vouches for get an account with their first login.',
      '关闭后，外部系统认证的用户首次登录时将自动创建账号。',
      'オフにすると、外部システムが認めた人は初回ログイン時にアカウントが作られます。',
    ),
  ),
  ONLY_ALLOW_AUTH_FROM_SOURCE: words(
    text('Only through the source of the account', '仅允许通过账号来源登录', 'アカウントの登録元だけを許可'),
    text(
      'Switched off, an account is also opened by the other systems that know its username; those of system administrators never are.',
      '关闭后，其他认识该用户名的外部系统也可登录该账号；系统管理员账号除外。',
      'オフにすると、同じユーザー名を持つ他のシステムからもログインできます。システム管理者のアカウントは除きます。',
    ),
  ),
  SECURITY_NEW_PEOPLE_APPROVAL: words(
    text('New people wait for approval', '新人员需等待批准', '新しい人は承認を待つ'),
    text(
      'Whoever logs in through another system for the first time waits until somebody lets them in; whoever may do so is told.',
      '首次通过外部系统登录的人员须等待批准，有权批准者会收到通知。',
      '外部システムから初めてログインした人は承認されるまで待ちます。承認できる人に通知されます。',
    ),
  ),
  SCIM_ENABLED: words(
    text('Take people and groups by SCIM', '通过 SCIM 接收用户和用户组', 'SCIM で人とグループを受け取る'),
    text(
      'An identity provider that sends the private token of an account which may manage people keeps them up to date.',
      '身份提供方使用有权管理用户的账号的私有令牌，即可同步用户和用户组。',
      'ID プロバイダーは、ユーザーを管理できるアカウントのプライベートトークンを使って最新の状態に保ちます。',
    ),
  ),
  SCIM_USER_SOURCE: words(
    text('New people log in through', '新用户的登录来源', '新しい人のログイン元'),
    text(
      'Local ones are sent a link to set a password.',
      '本地用户会收到设置密码的链接。',
      'ローカルの人にはパスワードを設定するリンクを送ります。',
    ),
  ),
  SECURITY_LOGIN_LIMIT_COUNT: words(text('Failed logins per user', '用户登录失败次数', 'ユーザーごとのログイン失敗回数')),
  SECURITY_LOGIN_LIMIT_TIME: words(text('Lock-out of a user', '用户锁定时长', 'ユーザーのロック時間'), MINUTES),
  SECURITY_LOGIN_IP_LIMIT_COUNT: words(text('Failed logins per address', '单个地址登录失败次数', 'アドレスごとのログイン失敗回数')),
  SECURITY_LOGIN_IP_LIMIT_TIME: words(text('Lock-out of an address', '地址锁定时长', 'アドレスのロック時間'), MINUTES),
  SECURITY_LOGIN_IP_WHITE_LIST: words(text('Addresses never locked out', '地址白名单', 'ロックしないアドレス'), ADDRESSES),
  SECURITY_LOGIN_IP_BLACK_LIST: words(text('Addresses that may not log in', '地址黑名单', 'ログインを拒否するアドレス'), ADDRESSES),
  SECURITY_PASSWORD_EXPIRATION_TIME: words(text('Passwords expire after', '密码有效期', 'パスワードの有効期間'), DAYS),
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: words(
    text('Old passwords that may not be used again', '不可重复使用的历史密码数', '再利用できない過去のパスワード数'),
  ),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: words(
    text('One login per user', '单设备登录', '同時ログインを 1 台に限る'),
    text('A new login ends the others.', '新的登录会使其他登录失效。', '新しくログインすると他のログインは終了します。'),
  ),
  SECURITY_LOGIN_IDLE_MINUTES: words(
    text('A login ends when unused for', '登录闲置失效时间', '使わないログインの有効時間'),
    text(
      'Minutes, of browsers. Shorter ones hold for who is logged in now, too.',
      '单位为分钟，适用于浏览器。缩短后对当前已登录的用户同样生效。',
      '分。ブラウザーでのログインが対象です。短くすると、ログイン中の人にも適用されます。',
    ),
  ),
  SECURITY_LOGIN_MAX_HOURS: words(
    text('A login ends at the latest after', '登录最长有效时间', 'ログインの最長時間'),
    text(
      'Hours since the login, however much it is used; in SSH clients and programs, too. Open sessions end with it.',
      '自登录起的小时数，持续使用也会到期；SSH 客户端和程序同样适用。届时打开的会话随之结束。',
      'ログインからの時間。使い続けていても終了します。SSH クライアントやプログラムも対象で、開いているセッションも終了します。',
    ),
  ),
  VERIFY_CODE_TTL: words(text('A sent code stays good for', '验证码有效期', '送信コードの有効時間'), SECONDS),
  SECURITY_MFA_BY_EMAIL: words(
    text('Codes by mail as second factor', '邮件验证码作为多因子认证', 'メールのコードを多要素認証に使う'),
    text(
      'Weaker than an app or a passkey: whoever reads the mail can also ask for a new password.',
      '安全性低于验证器和通行密钥：能查看邮箱的人也可以重置密码。',
      '認証アプリやパスキーより弱い手段です。メールを読める人はパスワードの再設定もできます。',
    ),
  ),
  SECURITY_MFA_VERIFY_TTL: words(text('A confirmation stays good for', '身份确认有效期', '本人確認の有効時間'), SECONDS),
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN: words(
    text('Tell people of logins from new addresses', '新地址登录提醒', '新しいアドレスからのログインを知らせる'),
    text(
      'New is what the login log of this person does not know: the place where there is a database of places, else the address.',
      '该用户的登录日志中未出现过的视为新：有位置数据库时按地点判断，否则按地址判断。',
      'その人のログイン履歴にないものを新しいとみなします。位置データベースがあれば場所で、なければアドレスで判断します。',
    ),
  ),
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: words(
    text('Components may register', '允许组件注册', 'コンポーネントの登録を許可'),
    text('Turn off once all gateways are set up.', '所有网关部署完成后建议关闭。', 'すべてのゲートウェイを設定したら無効にしてください。'),
  ),
  SECURITY_COMPONENT_APPROVAL: words(
    text('New components need approval', '新组件需要批准', '新しいコンポーネントには承認が必要'),
    text(
      'Until then they open nothing. The gateway of this machine is approved by itself.',
      '批准前不能打开任何会话。本机网关自动获得批准。',
      '承認されるまで何も開けません。このマシンのゲートウェイは自動で承認されます。',
    ),
  ),
  SECURITY_WATERMARK_ENABLED: words(text('Watermark over sessions', '会话水印', 'セッションに透かしを表示')),
  SECURITY_MAX_IDLE_TIME: words(text('End idle sessions after', '会话空闲断开时间', '無操作セッションの切断'), MINUTES),
  SECURITY_MAX_SESSION_TIME: words(
    text('Longest session', '会话最长时间', 'セッションの最長時間'),
    text(
      'Hours after which a session ends, however much it is used; 0: no limit. Shorter ones hold for running sessions, too.',
      '会话持续达到该小时数即结束，有操作也不例外；0 表示不限制。缩短后对进行中的会话同样生效。',
      'この時間が過ぎると、操作中でもセッションを終了します。0 は無制限。短くすると、実行中のセッションにも適用されます。',
    ),
  ),
  SECURITY_MAX_SESSION_COUNT: words(
    text('Most sessions at once', '同时会话数上限', '同時セッション数の上限'),
    text(
      'Per person, in all organisations together, with jobs and forwards; 0: no limit. Running sessions go on.',
      '按用户计算，包含所有组织以及作业和转发；0 表示不限制。进行中的会话不受影响。',
      'ユーザーごとに、全組織の合計で数えます。ジョブと転送も含みます。0 は無制限。実行中のセッションは続きます。',
    ),
  ),
  SECURITY_INSECURE_COMMAND_LEVEL: words(
    text('Command alerts tell of', '危险命令告警范围', 'コマンド警告の対象'),
    text(
      'For whoever receives command alerts (Notifications). Reviewers of a rule hear of all its warnings and refusals.',
      '适用于在“通知”中接收命令告警的用户。规则的审批人始终会收到该规则的所有告警和拒绝。',
      '「通知」でコマンド警告を受け取る人が対象です。ルールの承認者には、警告と拒否がすべて届きます。',
    ),
  ),
  SECURITY_LUNA_REMEMBER_AUTH: words(
    text('Web terminal remembers account choices', 'Web 终端记住账号选择', 'Web ターミナルで選んだアカウントを記憶'),
  ),
  SECURITY_COMMAND_EXECUTION: words(
    text('Job centre', '作业中心', 'ジョブセンター'),
    text(
      'People may run commands on several assets at once.',
      '允许用户批量执行命令。',
      '複数のアセットでのコマンド一括実行を許可します。',
    ),
  ),
  SECURITY_SESSION_SHARE: words(text('Sessions can be shared', '允许分享会话', 'セッションの共有を許可')),

  TERMINAL_PASSWORD_AUTH: words(
    text('SSH login with password', 'SSH 密码登录', 'パスワードでの SSH ログイン'),
    text('Off: components take keys only.', '关闭后组件仅接受密钥。', '無効にすると、コンポーネントは鍵のみ受け付けます。'),
  ),
  TERMINAL_PUBLIC_KEY_AUTH: words(
    text('SSH login with key', 'SSH 密钥登录', '鍵での SSH ログイン'),
    text(
      'Off: components take passwords only, and nobody can lay down a key.',
      '关闭后组件仅接受密码，用户也不能登记密钥。',
      '無効にすると、コンポーネントはパスワードのみ受け付け、鍵は登録できません。',
    ),
  ),
  TERMINAL_BROWSER_AUTH: words(
    text('SSH login by browser', 'SSH 浏览器登录', 'ブラウザーでの SSH ログイン'),
    text(
      'At the password question, an empty answer gives a link. Whoever is logged in in a browser opens it and confirms. For people who log in through an identity provider.',
      '在密码提示处留空即可获得链接，在已登录的浏览器中打开并确认。适用于通过身份提供方登录的用户。',
      'パスワードを空のまま送るとリンクが表示されます。ログイン済みのブラウザーで開いて確認します。ID プロバイダーでログインするユーザー向けです。',
    ),
  ),
  TERMINAL_ASSET_LIST_SORT_BY: words(text('Order of the asset list', '资产列表排序', 'アセット一覧の並び順')),
  TERMINAL_ASSET_LIST_PAGE_SIZE: words(
    text('Assets per page', '每页资产数', '1 ページのアセット数'),
    text('Auto: as many as fit the window.', '自动：按窗口大小。', '自動：ウィンドウに収まる数です。'),
  ),
  TERMINAL_TELNET_REGEX: words(
    text('Telnet success pattern', 'Telnet 登录成功匹配', 'Telnet ログイン成功の判定'),
    text(
      'Regular expression for what a target prints once somebody is in. Empty: those that components know.',
      '登录成功后目标输出内容的正则表达式；留空则使用组件自带的规则。',
      'ログイン後に接続先が出力する内容の正規表現です。空の場合はコンポーネントの既定を使います。',
    ),
  ),
  TERMINAL_KOKO_SSH_ENABLED: words(
    text('SSH clients', 'SSH 客户端', 'SSH クライアント'),
    text('Off: sessions run in the web terminal only.', '关闭后只能使用 Web 终端。', '無効にすると、Web ターミナルのみ利用できます。'),
  ),
  TERMINAL_WATCH_NOTICE: words(
    text('Tell people that they are watched', '告知用户正被监看', '閲覧されていることを本人に知らせる'),
    text(
      'The web terminal names whoever watches a live session.',
      '网页终端会显示监看者姓名。',
      'Web ターミナルに閲覧者の名前を表示します。',
    ),
  ),
  TERMINAL_RECONNECT_SECONDS: words(
    text('Wait for a lost page (seconds)', '断线等待时间（秒）', '切断後の待機時間（秒）'),
    text(
      'A web terminal that lost its connection returns to its session within this time. 0: the session ends at once.',
      '网页终端断线后，在此时间内可回到原会话。0 表示立即结束会话。',
      '接続が切れた Web ターミナルは、この時間内なら元のセッションに戻れます。0 にすると、すぐに終了します。',
    ),
  ),

  SECURITY_MFA_TRUST_DAYS: words(
    text('Trust a browser for (days)', '信任浏览器（天）', 'ブラウザーを信頼する日数'),
    text(
      'People may have the second factor left out in a browser, within its network, for so long. 0: never. Rules that ask for it ask all the same.',
      '用户可在同一网络的浏览器中于此期间免除多因子认证。0 表示不允许。要求多因子认证的规则不受影响。',
      '同じネットワークのブラウザーで、この日数だけ多要素認証を省けます。0 は不可。多要素認証を求めるルールは常に有効です。',
    ),
  ),
  SECURITY_PASSWORD_REFUSE_KNOWN: words(
    text('Refuse passwords that others know', '拒绝已知密码', '既知のパスワードを拒否'),
    text(
      'New passwords are compared with the most frequent ones, and with a list that the operator gave. Nothing is sent elsewhere.',
      '新密码会与最常见的密码及运维人员提供的列表比较，不会发送到外部。',
      '新しいパスワードを、よく使われるものや運用者が用意した一覧と照合します。外部には送信しません。',
    ),
  ),
  SECURITY_OUTSIDE_MAX_DAYS: words(
    text('People from outside: longest access (days)', '外部人员最长访问期限（天）', '社外の人の最長期間（日）'),
    text(
      'The end of somebody from outside is within so many days; a renewal counts anew.',
      '外部人员的失效日期须在此天数以内，续期时重新计算。',
      '社外の人の有効期限はこの日数以内です。延長すると数え直します。',
    ),
  ),
  SECURITY_OUTSIDE_REVIEW_DAYS: words(
    text('Ask the sponsor before the end (days)', '到期前提醒担保人（天）', '終了前に責任者へ確認（日前）'),
    text(
      'So many days before the end the sponsor is asked whether to renew it. Without a decision the account ends.',
      '到期前此天数起询问担保人是否续期。如不处理，账号到期终止。',
      '終了のこの日数前に、延長するかを責任者に確認します。判断がなければアカウントは終了します。',
    ),
  ),
  SECURITY_LOGIN_CHALLENGE_ENABLED: words(
    text('One-time code behind the password', '密码后附加动态码', 'パスワードに続くワンタイムコード'),
    text(
      'The login page has a box for a code that is sent behind the password to the system that knows it, such as RADIUS. For people of this system it is the code of their authenticator.',
      '登录页增加动态码输入框，动态码附在密码之后发送给验证密码的系统（如 RADIUS）。对本系统用户则为身份验证器的验证码。',
      'ログイン画面に、パスワードの後ろに付けて RADIUS などの外部システムへ送るコードの欄を設けます。このシステムの利用者には認証アプリのコードです。',
    ),
  ),
  SECURITY_MFA_IN_LOGIN_PAGE: words(
    text('Second factor on the login page', '登录页直接输入多因子验证码', 'ログイン画面で多要素コードを入力'),
    text(
      'The code is typed beside the password. Needs a second factor for everybody.',
      '验证码与密码一同输入。需要对所有用户启用多因子认证。',
      'パスワードと一緒にコードを入力します。全員に多要素認証が必要なときに使えます。',
    ),
  ),
  SECURITY_LOGIN_CAPTCHA_ENABLED: words(
    text('Slow down guessing at login', '登录防猜测验证', 'ログインの総当たりを抑える'),
    text(
      'After a wrong password, browsers of the same address work something out before the next one is looked at. Nobody has to read or hear anything.',
      '输错密码后，同一地址的浏览器需先完成一次计算才能再次尝试，用户无需识别图片或声音。',
      'パスワードを間違えると、同じアドレスのブラウザーは計算を終えるまで次を試せません。文字や音声を読み取る必要はありません。',
    ),
  ),
  AUTH_PASSKEY: words(
    text('Log in by passkey', '通行密钥登录', 'パスキーでログイン'),
    text(
      'The login page takes a passkey of a person in place of name, password and second factor. It needs HTTPS and a name as the address of this system.',
      '登录页可用通行密钥代替用户名、密码和多因子认证。需要 HTTPS，且系统地址须为域名。',
      'ログイン画面で、ユーザー名・パスワード・多要素認証の代わりにパスキーを使えます。HTTPS と、名前で表したアドレスが必要です。',
    ),
  ),
  AUTH_SSO: words(
    text('Login links', '登录链接', 'ログインリンク'),
    text(
      'Programs of system administrators may make links that log a person in once.',
      '系统管理员的程序可创建一次性登录链接。',
      'システム管理者のプログラムが、人を一度だけログインさせるリンクを作れます。',
    ),
  ),
  AUTH_SSO_AUTHKEY_TTL: words(text('A link works for (seconds)', '链接有效期（秒）', 'リンクの有効時間（秒）')),
  AUTH_TEMP_TOKEN: words(
    text('Temporary passwords', '临时密码', '一時パスワード'),
    text(
      'People may make passwords that open one login within five minutes.',
      '用户可创建五分钟内一次有效的登录密码。',
      '5 分以内に一度だけログインできるパスワードを、各自が作れるようにします。',
    ),
  ),

  LOGIN_LOG_KEEP_DAYS: words(text('Login logs', '登录日志', 'ログイン履歴'), KEPT_DAYS),
  TASK_LOG_KEEP_DAYS: words(text('Task logs', '任务日志', 'タスク履歴'), DAYS),
  OPERATE_LOG_KEEP_DAYS: words(text('Operation logs', '操作日志', '操作履歴'), KEPT_DAYS),
  FTP_LOG_KEEP_DAYS: words(text('File transfer logs', '文件传输日志', 'ファイル転送履歴'), KEPT_DAYS),
  ACTIVITY_LOG_KEEP_DAYS: words(text('Activity logs', '活动日志', 'アクティビティ履歴'), KEPT_DAYS),
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: words(text('Cloud sync runs', '云同步记录', 'クラウド同期の実行履歴'), DAYS),
  EXPORT_FILE_KEEP_DAYS: words(text('Exported files', '导出文件', 'エクスポートしたファイル'), DAYS),
  TERMINAL_SESSION_KEEP_DURATION: words(text('Sessions and recordings', '会话与录像', 'セッションと録画'), KEPT_DAYS),

  AUDIT_ANCHOR_INTERVAL: words(text('Anchor the logs every', '锚定间隔', 'アンカーの間隔'), MINUTES),
  AUDIT_ANCHOR_S3_ENDPOINT: words(
    text('S3 endpoint', 'S3 地址', 'S3 のエンドポイント'),
    text(
      'The bucket needs object lock. Left empty, none is used.',
      '存储桶须启用对象锁定；留空则不使用。',
      'バケットにはオブジェクトロックが必要です。空欄のときは使いません。',
    ),
  ),
  AUDIT_ANCHOR_S3_BUCKET: words(text('Bucket', '存储桶', 'バケット')),
  AUDIT_ANCHOR_S3_REGION: words(text('Region', '区域', 'リージョン')),
  AUDIT_ANCHOR_S3_ACCESS_KEY: words(text('Access key', '访问密钥', 'アクセスキー')),
  AUDIT_ANCHOR_S3_SECRET_KEY: words(
    text('Secret key', '私有密钥', 'シークレットキー'),
    text(
      'Left empty, the stored one stays, unless the endpoint changes.',
      '留空则保留已存密钥；更换地址后需重新填写。',
      '空欄のときは保存済みのものを使います。エンドポイントを変えたときは入力し直してください。',
    ),
  ),
  AUDIT_ANCHOR_S3_LOCK: words(text('Lock', '锁定模式', 'ロックの種類')),
  AUDIT_ANCHOR_SYSLOG: words(
    text('Syslog server', 'Syslog 服务器', 'Syslog サーバー'),
    text(
      'tls://host:6514, also tcp:// or udp://. Left empty, none is used.',
      'tls://主机:6514，也可用 tcp:// 或 udp://；留空则不使用。',
      'tls://ホスト:6514。tcp:// と udp:// も使えます。空欄のときは使いません。',
    ),
  ),

  EMAIL_HOST: words(text('Mail server', '邮件服务器', 'メールサーバー')),
  EMAIL_PORT: words(
    text('Port', '端口', 'ポート'),
    text('Usually 465 with SSL, 587 with TLS.', '通常 SSL 为 465，TLS 为 587。', '通常は SSL なら 465、TLS なら 587 です。'),
  ),
  EMAIL_HOST_USER: words(text('Account on the mail server', '邮件服务器账号', 'メールサーバーのアカウント')),
  EMAIL_HOST_PASSWORD: words(
    text('Password', '密码', 'パスワード'),
    text(
      'Left empty, the stored one stays, unless the server changes.',
      '留空则保留已存密码；更换服务器后需重新填写。',
      '空欄のときは保存済みのものを使います。サーバーを変えたときは入力し直してください。',
    ),
  ),
  EMAIL_FROM: words(
    text('Sender', '发件人', '送信者'),
    text('Left empty, the account on the mail server.', '留空则使用邮件服务器账号。', '空欄のときはメールサーバーのアカウントを使います。'),
  ),
  EMAIL_RECIPIENT: words(
    text('Recipient of test messages', '测试收件人', 'テストメールの宛先'),
    text('Left empty, the sender.', '留空则发送给发件人。', '空欄のときは送信者に送ります。'),
  ),
  EMAIL_USE_SSL: words(
    text('SSL', 'SSL', 'SSL'),
    text('Encrypted from the first byte.', '连接建立即加密。', '接続の最初から暗号化します。'),
  ),
  EMAIL_USE_TLS: words(
    text('TLS', 'TLS', 'TLS'),
    text(
      'Nothing is sent unless the server offers STARTTLS.',
      '服务器不支持 STARTTLS 时拒绝发送。',
      'サーバーが STARTTLS に対応しないときは送りません。',
    ),
  ),
  EMAIL_SUBJECT_PREFIX: words(text('Prefix of subjects', '主题前缀', '件名の接頭辞')),

  EMAIL_CUSTOM_USER_CREATED_SUBJECT: words(text('Subject', '主题', '件名'), OWN_WORDS),
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: words(text('Salutation', '称呼', '宛名'), OWN_WORDS),
  EMAIL_CUSTOM_USER_CREATED_BODY: words(
    text('Message', '正文', '本文'),
    text(
      '{username}, {name} and {email} are filled in. The link to set a password stands below.',
      '可使用 {username}、{name}、{email} 占位符；设置密码的链接附在正文之后。',
      '{username}、{name}、{email} は置き換えられます。パスワード設定のリンクは本文の下に付きます。',
    ),
  ),
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: words(text('Signature', '签名', '署名')),

  EMAIL_SUFFIX: words(
    text('Mail domain', '邮箱后缀', 'メールのドメイン'),
    text(
      'For people of whom another system says no mail address.',
      '用于外部系统未提供邮箱的用户。',
      '外部システムがメールアドレスを示さない人に使います。',
    ),
  ),
  OTP_ISSUER_NAME: words(
    text('Name in authenticator apps', '身份验证器中显示的名称', '認証アプリに表示する名前'),
    text('For authenticators that are set up from now on.', '对之后新绑定的验证器生效。', '今後設定する認証アプリに使います。'),
  ),
  OTP_VALID_WINDOW: words(
    text('Tolerance of codes', '验证码容差', 'コードの許容範囲'),
    text('Steps of 30 seconds before and after.', '前后各多少个 30 秒。', '前後に許す 30 秒の単位数です。'),
  ),
  HELP_DOCUMENT_URL: words(text('Documentation link', '帮助文档链接', 'ドキュメントのリンク')),
  HELP_SUPPORT_URL: words(text('Support link', '技术支持链接', 'サポートのリンク')),
};

/** Words of choices whose values do not speak for themselves. */
export const CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  ...FIXED_CHOICE_WORDS,
  ...REDIRECT_CHOICE_WORDS,
  ...VAULT_CHOICE_WORDS,
  ...CHAT_CHOICE_WORDS,
  ...TEXT_MESSAGE_CHOICE_WORDS,
  ...TICKET_CHOICE_WORDS,
  SECURITY_MFA_AUTH: {
    '0': text('Nobody', '不强制', 'なし'),
    '1': text('Everybody', '所有用户', '全員'),
    '2': text('Administrators', '仅管理员', '管理者のみ'),
  },
  SECURITY_INSECURE_COMMAND_LEVEL: {
    '4': text('Warnings and refusals', '告警和拒绝', '警告と拒否'),
    '5': text('Refusals only', '仅拒绝', '拒否のみ'),
  },
  RADIUS_PROTOCOL: {
    pap: text('PAP', 'PAP', 'PAP'),
    chap: text('CHAP', 'CHAP', 'CHAP'),
    mschapv2: text('MS-CHAPv2', 'MS-CHAPv2', 'MS-CHAPv2'),
  },
  SCIM_USER_SOURCE: {
    local: text('Local', '本地', 'ローカル'),
    ldap: text('LDAP/AD', 'LDAP/AD', 'LDAP/AD'),
    openid: text('OpenID', 'OpenID', 'OpenID'),
    oauth2: text('OAuth2', 'OAuth2', 'OAuth2'),
    saml2: text('SAML2', 'SAML2', 'SAML2'),
    cas: text('CAS', 'CAS', 'CAS'),
    radius: text('RADIUS', 'RADIUS', 'RADIUS'),
  },
  TERMINAL_ASSET_LIST_SORT_BY: { name: text('Name', '名称', '名前'), ip: text('Address', '地址', 'アドレス') },
  TERMINAL_ASSET_LIST_PAGE_SIZE: { all: text('All', '全部', 'すべて'), auto: text('Automatic', '自动', '自動') },
  AUDIT_ANCHOR_S3_LOCK: {
    COMPLIANCE: text('Compliance: nobody can delete', '合规：任何人都无法删除', 'コンプライアンス：誰も削除できない'),
    GOVERNANCE: text('Governance: special rights can delete', '监管：特权可删除', 'ガバナンス：特別な権限で削除できる'),
  },
};

/** Parts of the announcement. */
export const ANNOUNCEMENT_WORDS = {
  SUBJECT: text('Subject', '标题', '件名'),
  CONTENT: text('Content', '内容', '内容'),
  LINK: text('Link', '链接', 'リンク'),
} as const;

export const INTERFACE_WORDS = {
  login_title: text('Title', '标题', 'タイトル'),
  theme: text('Theme', '主题', 'テーマ'),
  colors: text('Own colours', '自定义颜色', '独自の配色'),
  logo_index: text('Logo beside the menu', '导航栏标志', 'メニュー横のロゴ'),
  logo_logout: text('Small logo', '小标志', '小さいロゴ'),
  favicon: text('Icon of the browser tab', '浏览器标签图标', 'ブラウザータブのアイコン'),
  login_image: text('Picture of the login page', '登录页图片', 'ログイン画面の画像'),
} as const;

/** For the operation log: what these objects and their parts are called. */
export const AUDIT_WORDS: Readonly<Record<string, { label: Text; fields: Readonly<Record<string, Text>> }>> = {
  setting: {
    label: text('settings', '系统设置', 'システム設定'),
    fields: {
      ...Object.fromEntries(Object.entries(SETTING_WORDS).map(([key, { label }]) => [key, label])),
      exported: text('Exported to a file', '导出到文件', 'ファイルへのエクスポート'),
      imported: text('Imported from a file', '从文件导入', 'ファイルからの読み込み'),
    },
  },
  identityprovider: {
    label: text('login provider', '登录服务商', 'ログインの提供元'),
    fields: { label: text('Name', '名称', '名前') },
  },
  interface: { label: text('interface settings', '界面设置', '画面設定'), fields: INTERFACE_WORDS },
  license: {
    label: text('licence', '许可证', 'ライセンス'),
    fields: { license: text('licence', '许可证', 'ライセンス') },
  },
};
