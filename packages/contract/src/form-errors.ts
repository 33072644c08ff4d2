import { text } from './text.ts';

/** Refusals of values of a form of their own: each says which form that is. Spread into `FIELD_ERRORS`. */
export const FORM_ERRORS = {
  choose_one_of: text(
    '"{value}" is not accepted here. Use one of: {choices}.',
    '此处不接受“{value}”，可用值：{choices}。',
    '「{value}」は使えません。次のいずれかを使ってください：{choices}。',
  ),
  of_part: text('{name}: {problem}', '{name}：{problem}', '{name}：{problem}'),
  invalid_ip: text(
    'Write an IP address, like 10.0.0.5 or 2001:db8::5.',
    '请填写 IP 地址，例如 10.0.0.5 或 2001:db8::5。',
    '10.0.0.5 や 2001:db8::5 のような IP アドレスを入力してください。',
  ),
  invalid_addresses: text(
    '"{value}" is no address. Write one (10.0.0.5), a range (10.0.0.5-10.0.0.9) or a network by its first address (10.0.0.0/24).',
    '“{value}”不是有效地址。请填写单个地址（10.0.0.5）、范围（10.0.0.5-10.0.0.9）或以首地址表示的网段（10.0.0.0/24）。',
    '「{value}」はアドレスではありません。アドレス（10.0.0.5）、範囲（10.0.0.5-10.0.0.9）、先頭アドレスで表したネットワーク（10.0.0.0/24）のいずれかを入力してください。',
  ),
  addresses_not_searched: text(
    'Give addresses of machines: loopback, link-local and multicast addresses are not searched.',
    '请填写机器的地址：不会搜索回环、链路本地和组播地址。',
    'マシンのアドレスを指定してください。ループバック、リンクローカル、マルチキャストのアドレスは検索されません。',
  ),
  invalid_host: text(
    'Write the name or address of a host and nothing else, like db.example.com.',
    '只需填写主机名或地址，例如 db.example.com。',
    'db.example.com のように、ホスト名かアドレスだけを入力してください。',
  ),
  invalid_origin: text(
    'Write scheme, host and port and nothing else, like https://store.example.com:9000.',
    '只需填写协议、主机和端口，例如 https://store.example.com:9000。',
    'https://store.example.com:9000 のように、スキーム、ホスト、ポートだけを入力してください。',
  ),
  invalid_port: text('Use a port from 1 to 65535.', '端口须在 1 到 65535 之间。', '1 から 65535 までのポートを使ってください。'),
  invalid_syslog: text(
    'Write protocol, host and port of the receiver, like tls://logs.example.com:6514.',
    '请填写接收端的协议、主机和端口，例如 tls://logs.example.com:6514。',
    'tls://logs.example.com:6514 のように、受信先のプロトコル、ホスト、ポートを入力してください。',
  ),
  invalid_directory: text(
    'Write the servers of the directory like ldaps://ldap.example.com:636, with a comma between two.',
    '请填写目录服务器，例如 ldaps://ldap.example.com:636，多个之间用逗号分隔。',
    'ldaps://ldap.example.com:636 のようにディレクトリのサーバーを入力してください。複数の場合はカンマで区切ります。',
  ),
  invalid_certificates: text(
    'Paste certificates in PEM, each from its line BEGIN CERTIFICATE to its line END CERTIFICATE.',
    '请粘贴 PEM 格式的证书，每个证书从 BEGIN CERTIFICATE 行到 END CERTIFICATE 行。',
    'PEM 形式の証明書を、BEGIN CERTIFICATE の行から END CERTIFICATE の行まで貼り付けてください。',
  ),
  invalid_fingerprint: text(
    'Write the fingerprint as ssh-keygen -lf prints it: SHA256: and 43 characters.',
    '请按 ssh-keygen -lf 的输出填写指纹：SHA256: 加 43 个字符。',
    'ssh-keygen -lf の出力どおり、SHA256: と 43 文字のフィンガープリントを入力してください。',
  ),
  invalid_folder: text(
    'Use letters, digits, underscores and hyphens, with a slash between two folders.',
    '只能使用字母、数字、下划线和连字符，文件夹之间用斜杠分隔。',
    '英数字、アンダースコア、ハイフンを使い、フォルダーの間はスラッシュで区切ってください。',
  ),
  invalid_path: text(
    'Write the whole path from its first slash on, without "..", like /srv/recordings.',
    '请填写以斜杠开头的完整路径，不含“..”，例如 /srv/recordings。',
    '/srv/recordings のように、「..」を含まない完全なパスを入力してください。',
  ),
  invalid_bucket: text(
    'A bucket is named by 3 to 63 small letters, digits, dots and hyphens. It begins and ends with a letter or a digit.',
    '桶名称由 3 到 63 个小写字母、数字、点和连字符组成，首尾须为字母或数字。',
    'バケット名は英小文字、数字、ドット、ハイフンの 3～63 文字で、先頭と末尾は英字か数字にしてください。',
  ),
  invalid_container: text(
    'A container is named by 3 to 63 small letters, digits and single hyphens. It begins and ends with a letter or a digit.',
    '容器名称由 3 到 63 个小写字母、数字和单个连字符组成，首尾须为字母或数字。',
    'コンテナー名は英小文字、数字、連続しないハイフンの 3～63 文字で、先頭と末尾は英字か数字にしてください。',
  ),
  invalid_azure_account: text(
    'Accounts of Azure storage are named by 3 to 24 small letters and digits.',
    'Azure 存储账户名称由 3 到 24 个小写字母和数字组成。',
    'Azure ストレージのアカウント名は英小文字と数字の 3～24 文字です。',
  ),
  invalid_base64: text(
    'Paste the key as the provider shows it, in Base64: letters, digits, +, / and = at its end.',
    '请粘贴提供方显示的 Base64 密钥：字母、数字、+、/，末尾可有 =。',
    'プロバイダーが表示するとおりの Base64 のキー（英数字、+、/、末尾の =）を貼り付けてください。',
  ),
  invalid_region: text(
    'A region is named by small letters, digits and hyphens, like eu-central-1.',
    '区域由小写字母、数字和连字符组成，例如 eu-central-1。',
    'リージョンは eu-central-1 のように英小文字、数字、ハイフンで入力してください。',
  ),
  invalid_index: text(
    'An index is named by small letters, digits, underscores, dots and hyphens. It begins with a letter or a digit.',
    '索引名由小写字母、数字、下划线、点和连字符组成，首字符须为字母或数字。',
    'インデックス名は英小文字、数字、アンダースコア、ドット、ハイフンで、先頭は英字か数字にしてください。',
  ),
  invalid_file_name: text(
    'Write a file name of letters, digits, dots, underscores and hyphens. It begins with a letter or a digit and does not end in a dot and a number.',
    '文件名只能包含字母、数字、点、下划线和连字符，以字母或数字开头，且不能以“点加数字”结尾。',
    'ファイル名は英数字、ドット、アンダースコア、ハイフンで、先頭は英字か数字にし、末尾を「.数字」にしないでください。',
  ),
  invalid_crontab: text(
    'Write five fields: minute, hour, day, month, weekday. 0 3 * * 1 is every Monday at 03:00.',
    '请填写五段：分、时、日、月、星期。0 3 * * 1 表示每周一 03:00。',
    '分、時、日、月、曜日の 5 つを入力してください。0 3 * * 1 は毎週月曜の 03:00 です。',
  ),
  invalid_time_of_day: text(
    'Write a time of day from 00:00 to 23:59.',
    '请填写 00:00 到 23:59 之间的时刻。',
    '00:00 から 23:59 までの時刻を入力してください。',
  ),
  invalid_hours: text(
    'Give hours of at most seven weekdays, from 0 for Sunday to 6, like 09:00~18:00.',
    '请按星期填写时段：0 为星期日，6 为星期六，时段写作 09:00~18:00。',
    '曜日（0 が日曜、6 が土曜）ごとに 09:00~18:00 のように時間帯を指定してください。',
  ),
  invalid_protocols: text(
    'Write protocols with their ports, each once, with a space between two: ssh/22 rdp/3389.',
    '请填写协议及端口，不得重复，之间用空格分隔：ssh/22 rdp/3389。',
    'ssh/22 rdp/3389 のように、プロトコルとポートをスペースで区切り、重複なく入力してください。',
  ),
  invalid_name: text(
    'Use letters, digits and underscores, at most {max}. It does not begin with a digit.',
    '只能使用字母、数字和下划线，最多 {max} 个字符，且不能以数字开头。',
    '英数字とアンダースコアで {max} 文字以内とし、数字で始めないでください。',
  ),
  invalid_provider_name: text(
    'Begin with a small letter, go on with small letters, digits and hyphens, and use none of the names that Postern uses itself.',
    '须以小写字母开头，只能包含小写字母、数字和连字符，且不能与系统内置名称相同。',
    '英小文字で始め、英小文字、数字、ハイフンだけを使ってください。Postern 自身が使う名前は使えません。',
  ),
  invalid_font: text(
    'Write the name of one font, without quotation marks or commas.',
    '请填写一个字体名称，不含引号和逗号。',
    '引用符やカンマを含まないフォント名を 1 つ入力してください。',
  ),
  invalid_colors: text(
    'Give each colour by its name in the list, as # and six digits, like #1a7f5a.',
    '请按列表中的名称填写颜色，格式为 # 加六位十六进制数，例如 #1a7f5a。',
    '一覧の名前ごとに、#1a7f5a のような # と 6 桁の 16 進数で色を指定してください。',
  ),
  invalid_texts: text(
    'Names with texts are expected here, at most {count}, each of at most {max} characters.',
    '此处应为名称与文本的对应关系，最多 {count} 项，每项最多 {max} 个字符。',
    'ここには名前とテキストの組を、{count} 件まで、それぞれ {max} 文字以内で指定してください。',
  ),
  invalid_parameters: text(
    'Parameters are named by letters, digits and underscores. Each is a text, a number or a choice; there are at most {count}.',
    '参数名由字母、数字和下划线组成，类型为文本、数字或选项，最多 {count} 个。',
    'パラメーター名は英数字とアンダースコアで、種類はテキスト、数値、選択のいずれかです。{count} 個まで指定できます。',
  ),
  invalid_values: text(
    'A text, a number, or true or false is expected for each parameter.',
    '每个参数的值应为文本、数字、true 或 false。',
    '各パラメーターにはテキスト、数値、true、false のいずれかを指定してください。',
  ),
  invalid_matcher: text(
    'Choose all, some by their IDs, or by rules with an attribute, a comparison and a value.',
    '请选择全部、按 ID 指定，或按规则（属性、比较方式、值）筛选。',
    'すべて、ID による指定、または属性・比較・値からなるルールのいずれかを選んでください。',
  ),
  invalid_settings_file: text(
    'This is no file of settings. Choose one that was exported here or from another installation of Postern.',
    '这不是设置文件，请选择从本系统或其他 Postern 系统导出的文件。',
    '設定のファイルではありません。この環境または別の Postern からエクスポートしたファイルを選んでください。',
  ),
  password_kept_elsewhere: text(
    'Your password is not kept here. Change it where your account comes from.',
    '你的密码不由本系统保存，请在账户来源处修改。',
    'パスワードはここにありません。アカウントの登録元で変更してください。',
  ),
  token_not_sent: text(
    'Only receivers of the type HTTPS are sent a token. Leave it empty.',
    '只有 HTTPS 类型的接收端使用令牌，请留空。',
    'トークンは HTTPS の受信先にだけ送られます。空のままにしてください。',
  ),
  file_not_arrived: text(
    'The file has not arrived. Upload it first.',
    '文件尚未送达，请先上传。',
    'ファイルがまだ届いていません。先にアップロードしてください。',
  ),
  gone_meanwhile: text(
    'What was chosen here does not exist any more. Choose again.',
    '所选对象已不存在，请重新选择。',
    '選んだ対象はもう存在しません。選び直してください。',
  ),
  cannot_be_stored: text(
    'A value is too long, too large, or of another kind than its field. Shorten it, or look at its form.',
    '有值过长、过大或类型与字段不符，请缩短或检查其格式。',
    '長すぎる、大きすぎる、または項目に合わない値があります。短くするか、形式を確認してください。',
  ),
  unknown_names: text(
    'Nothing here is called {names}. Leave it out.',
    '此处没有名为 {names} 的项，请去掉。',
    '{names} という項目はありません。取り除いてください。',
  ),
  another_form: text(
    'This has another form than is expected here. The description of the API (/api/docs/) has it.',
    '此处的内容格式不符，请参阅 API 说明（/api/docs/）。',
    'ここで求められる形式と異なります。API の説明（/api/docs/）を確認してください。',
  ),
} as const;
