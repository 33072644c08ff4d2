import { FORM_ERRORS } from './form-errors.ts';
import { JOB_ERRORS } from './job-errors.ts';
import { PLAYBOOK_ERRORS } from './playbook-errors.ts';
import { PLAYBOOK_RUN_ERRORS } from './playbook-run-errors.ts';
import { REVIEW_ERRORS } from './review-errors.ts';
import { type Text, text } from './text.ts';
import { TRANSFER_ERRORS } from './transfer-errors.ts';

/**
 * The closed table of error codes: status and words. Code and params travel; the sentence is made at the one
 * place that answers (docs/wire/conventions.md#errors). The codes are those that clients know, where they read them.
 */
export const ERRORS = {
  error: { status: 400, text: text('{detail}', '{detail}', '{detail}') },
  parse_error: { status: 400, text: text('The request body could not be read.', '无法读取请求内容。', 'リクエスト本文を読み取れません。') },
  file_content_overflowed: { status: 400, text: text('The file is too large.', '文件过大。', 'ファイルが大きすぎます。') },
  body_too_large: { status: 413, text: text('The request is too large.', '请求内容过大。', 'リクエストが大きすぎます。') },
  not_authenticated: { status: 401, text: text('Log in first.', '请先登录。', '先にログインしてください。') },
  authentication_failed: { status: 401, text: text('These credentials are not valid.', '凭据无效。', '認証情報が正しくありません。') },
  request_too_old: {
    status: 403,
    text: text(
      'The date of this signed request is more than five minutes from now. Check the clock.',
      '该签名请求的时间与当前时间相差超过五分钟，请检查时钟。',
      'この署名付きリクエストの日時が現在と 5 分以上ずれています。時計を確認してください。',
    ),
  },
  request_replayed: {
    status: 403,
    text: text('This signed request was answered before.', '该签名请求已被处理过。', 'この署名付きリクエストは既に処理されています。'),
  },
  digest_wrong: {
    status: 403,
    text: text('The body is not the one that was signed.', '请求内容与签名时不一致。', 'リクエスト本文が署名時のものと異なります。'),
  },
  digest_missing: {
    status: 403,
    text: text(
      'This access key signs the body and a nonce of its writes; this one is without.',
      '该访问密钥的写请求必须对请求内容和随机数签名，本请求未签名。',
      'このアクセスキーの書き込みには本文とノンスの署名が必要です。',
    ),
  },
  key_limited: {
    status: 403,
    text: text('This access key may not do that.', '该访问密钥不允许此操作。', 'このアクセスキーではこの操作はできません。'),
  },
  logout_refused: {
    status: 400,
    text: text(
      'This request to log out is not signed by the provider, too old, or not for this address. Nobody was logged out.',
      '该注销请求没有提供方的有效签名、已过期或不是发给此地址的，未注销任何人。',
      'このログアウト要求は、プロバイダーの署名がないか、古すぎるか、このアドレス宛てではありません。誰もログアウトされていません。',
    ),
  },
  user_confirm_required: {
    status: 412,
    text: text('Confirm first that it is you.', '请先确认是你本人。', '先に本人であることを確認してください。'),
  },
  wecom_not_bound: {
    status: 400,
    text: text('No WeCom account is bound.', '尚未绑定企业微信账号。', 'WeCom のアカウントは紐付けられていません。'),
  },
  dingtalk_not_bound: {
    status: 400,
    text: text('No DingTalk account is bound.', '尚未绑定钉钉账号。', 'DingTalk のアカウントは紐付けられていません。'),
  },
  feishu_not_bound: {
    status: 400,
    text: text('No Feishu account is bound.', '尚未绑定飞书账号。', 'Feishu のアカウントは紐付けられていません。'),
  },
  slack_not_bound: {
    status: 400,
    text: text('No Slack account is bound.', '尚未绑定 Slack 账号。', 'Slack のアカウントは紐付けられていません。'),
  },
  chat_is_source: {
    status: 400,
    text: text(
      'This person logs in by this account alone. It stays bound.',
      '该用户仅通过此账号登录，不能解绑。',
      'このユーザーはこのアカウントだけでログインするため、紐付けを解除できません。',
    ),
  },
  account_not_bound: {
    status: 400,
    text: text('This account is not bound.', '尚未绑定该账号。', 'このアカウントは紐付けられていません。'),
  },
  last_way_in: {
    status: 400,
    text: text(
      'This person logs in by this account alone. It stays bound.',
      '该用户仅通过此账号登录，不能解绑。',
      'このユーザーはこのアカウントだけでログインするため、紐付けを解除できません。',
    ),
  },
  sso_auth_closed: {
    status: 400,
    text: text('Login links are switched off in the settings.', '系统设置中未启用登录链接。', 'ログインリンクは設定で無効になっています。'),
  },
  temp_tokens_off: {
    status: 400,
    text: text(
      'Temporary passwords are switched off in the settings.',
      '系统设置中未启用临时密码。',
      '一時パスワードは設定で無効になっています。',
    ),
  },
  permission_denied: {
    status: 403,
    text: text('You do not have the right to do this.', '你没有执行此操作的权限。', 'この操作を行う権限がありません。'),
  },
  accounts_not_added: {
    status: 403,
    text: text(
      'You may not add accounts. Leave the usernames out, or ask an administrator for a role that may.',
      '你没有添加账号的权限。请去掉用户名，或联系管理员分配可添加账号的角色。',
      'アカウントを追加する権限がありません。ユーザー名を外すか、追加できるロールを管理者に依頼してください。',
    ),
    wire: 'permission_denied',
  },
  right_missing: {
    status: 403,
    text: text(
      'You need the right “{rights}” for this. An administrator can give you a role that has it.',
      '此操作需要“{rights}”权限。请联系管理员为你分配包含该权限的角色。',
      'この操作には「{rights}」の権限が必要です。その権限を含むロールの付与を管理者に依頼してください。',
    ),
    wire: 'permission_denied',
  },
  component_waits: {
    status: 403,
    text: text(
      'This component waits for an administrator to approve it.',
      '该组件正在等待管理员批准。',
      'このコンポーネントは管理者の承認待ちです。',
    ),
  },
  component_revoked: {
    status: 400,
    text: text(
      'This component was revoked. It has to register again.',
      '该组件已被吊销，须重新注册。',
      'このコンポーネントは失効しています。登録し直してください。',
    ),
  },
  person_not_here: {
    status: 403,
    text: text(
      'This person has not logged in at this component.',
      '该用户未在此组件上登录。',
      'このユーザーはこのコンポーネントでログインしていません。',
    ),
  },
  csrf_failed: {
    status: 403,
    text: text(
      'CSRF Failed: the page is out of date. Reload it and try again.',
      'CSRF Failed: 页面已过期，请刷新后重试。',
      'CSRF Failed: ページの有効期限が切れています。再読み込みしてください。',
    ),
    wire: 'permission_denied',
  },
  object_does_not_exist: {
    status: 404,
    text: text('This {resource} does not exist.', '该{resource}不存在。', 'この{resource}は存在しません。'),
  },
  not_found: { status: 404, text: text('There is nothing at this address.', '该地址不存在。', 'このアドレスには何もありません。') },
  method_not_allowed: {
    status: 405,
    text: text('Method {method} is not allowed here.', '此处不支持 {method} 方法。', 'ここでは {method} は使えません。'),
  },
  not_acceptable: { status: 406, text: text('This format is not available.', '不支持该格式。', 'この形式は利用できません。') },
  unsupported_media_type: {
    status: 415,
    text: text('This content type is not supported.', '不支持该内容类型。', 'このコンテンツタイプには対応していません。'),
  },
  throttled: {
    status: 429,
    text: text(
      'Too many requests. Try again in {seconds} seconds.',
      '请求过于频繁，请在 {seconds} 秒后重试。',
      'リクエストが多すぎます。{seconds} 秒後にやり直してください。',
    ),
  },
  conflict: {
    status: 409,
    text: text(
      'Somebody else is changing this. Try again in a moment.',
      '他人正在修改此内容，请稍后重试。',
      '他の人が変更中です。少し待ってからやり直してください。',
    ),
    wire: 'error',
  },
  setting_changed_since: {
    status: 409,
    text: text(
      'It was changed again since then, and is now: {now}',
      '此后又有修改，当前值：{now}',
      'その後さらに変更され、現在の値は {now} です。',
    ),
  },
  task_cancelled: {
    status: 409,
    text: text('The task was cancelled.', '任务已取消。', 'タスクは取り消されました。'),
    wire: 'error',
  },
  unexpect_error: {
    status: 500,
    text: text(
      'Something went wrong. Request {request_id}.',
      '出现错误，请求编号 {request_id}。',
      'エラーが発生しました。リクエスト番号 {request_id}。',
    ),
  },
  service_unavailable: {
    status: 503,
    text: text(
      'The service is starting or stopping. Try again in a moment.',
      '服务正在启动或停止，请稍后重试。',
      'サービスの起動中または停止中です。少し待ってからやり直してください。',
    ),
    wire: 'error',
  },
  storage_full: {
    status: 507,
    text: text(
      'The server has no room left on its disk. Nothing was kept of this; try again when there is room.',
      '服务器磁盘空间不足，本次内容未保存，请在释放空间后重试。',
      'サーバーのディスクに空きがありません。今回の内容は保存されていません。空きができてからやり直してください。',
    ),
  },
  secret_store_unavailable: {
    status: 503,
    text: text(
      'The store that keeps this secret does not answer ({detail}). Try again in a moment.',
      '存放该密文的外部存储无响应（{detail}），请稍后重试。',
      'このシークレットの保存先が応答しません（{detail}）。少し待ってからやり直してください。',
    ),
  },
  secret_store_without: {
    status: 503,
    text: text(
      'The store that keeps this secret does not give it ({detail}). Tell an administrator.',
      '外部存储未能提供该密文（{detail}），请联系管理员。',
      'このシークレットを保存先から取得できません（{detail}）。管理者に知らせてください。',
    ),
  },
  busy: {
    status: 503,
    text: text(
      'Too many people are logging in right now. Try again in {seconds} seconds.',
      '当前登录请求过多，请在 {seconds} 秒后重试。',
      'ログインが集中しています。{seconds} 秒後にやり直してください。',
    ),
  },
  task_not_found_error: {
    status: 400,
    text: text('This version has no such task any more.', '当前版本已没有该任务。', 'このバージョンにそのタスクはもうありません。'),
  },
  referenced_by_others: {
    status: 400,
    text: text(
      'Other objects still use this {resource}.',
      '该{resource}仍被其他对象使用。',
      'この{resource}は他のオブジェクトで使用中です。',
    ),
  },
  root_org_readonly: {
    status: 400,
    text: text(
      'Choose an organisation first; the global one holds no objects of its own.',
      '请先选择组织；全局组织不存放对象。',
      '先に組織を選んでください。グローバル組織にはオブジェクトを作れません。',
    ),
    wire: 'error',
  },
  unable_to_delete_all_users: {
    status: 400,
    text: text('At least one user has to remain.', '至少要保留一个用户。', 'ユーザーを一人は残す必要があります。'),
  },
  org_delete_refused: {
    status: 403,
    text: text('This organisation cannot be deleted. {reason}', '无法删除该组织。{reason}', 'この組織は削除できません。{reason}'),
    wire: 'permission_denied',
  },
  builtin_role: {
    status: 403,
    text: text('Built-in roles cannot be changed.', '内置角色不能修改。', '組み込みロールは変更できません。'),
    wire: 'permission_denied',
  },
  role_in_use: {
    status: 403,
    text: text('Users still hold this role.', '仍有用户持有该角色。', 'このロールを持つユーザーがいます。'),
    wire: 'permission_denied',
  },
  beyond_own_rights: {
    status: 403,
    text: text(
      'You cannot grant rights that you do not hold yourself.',
      '不能授予自己没有的权限。',
      '自分が持たない権限は付与できません。',
    ),
    wire: 'permission_denied',
  },
  superuser_only: {
    status: 403,
    text: text(
      'Only a system administrator may do this to a system administrator.',
      '只有系统管理员可以对系统管理员执行此操作。',
      'システム管理者に対してこれを行えるのはシステム管理者だけです。',
    ),
    wire: 'permission_denied',
  },
  outranked: {
    status: 403,
    text: text(
      'This person has rights elsewhere that you do not have. Ask a system administrator.',
      '该用户在其他地方拥有你没有的权限，请联系系统管理员。',
      'このユーザーはあなたにない権限を他の場所で持っています。システム管理者に依頼してください。',
    ),
    wire: 'permission_denied',
  },
  password_list_unreadable: {
    status: 503,
    text: text(
      'The list of known passwords cannot be read, so that no password is set. Tell an administrator.',
      '无法读取已知密码列表，暂不能设置密码，请告知管理员。',
      '既知のパスワードの一覧を読めないため、パスワードを設定できません。管理者に知らせてください。',
    ),
  },
  last_administrator: {
    status: 400,
    text: text(
      'One active system administrator has to remain.',
      '至少要保留一个有效的系统管理员。',
      '有効なシステム管理者を一人は残す必要があります。',
    ),
    wire: 'error',
  },
  last_org_role: {
    status: 400,
    text: text(
      'This is the last role of this user here. Remove the user from the organisation instead.',
      '这是该用户在此组织中的最后一个角色，请改为将用户移出组织。',
      'この組織での最後のロールです。代わりにユーザーを組織から外してください。',
    ),
    wire: 'error',
  },
  own_account: {
    status: 400,
    text: text('Do this on your profile page.', '请在个人信息页面操作。', 'プロフィール画面で行ってください。'),
    wire: 'error',
  },
  not_waiting: {
    status: 409,
    text: text(
      'Nobody of these waits any more: it has been decided.',
      '所选人员均不在等待批准，已有人处理。',
      '承認待ちの人はいません。すでに判断されています。',
    ),
    wire: 'error',
  },
  not_in_root_org: {
    status: 400,
    text: text('Choose an organisation first.', '请先选择组织。', '先に組織を選んでください。'),
    wire: 'error',
  },
  mail_not_configured: {
    status: 400,
    text: text(
      'No mail server is set up, so no link can be sent. Set one up under Settings, or set a password in the form of this user.',
      '尚未设置邮件服务器，无法发送链接。请先在系统设置中配置邮件服务器，或在该用户的表单中直接设置密码。',
      'メールサーバーが未設定のため、リンクを送れません。システム設定でメールサーバーを設定するか、ユーザーのフォームでパスワードを設定してください。',
    ),
    wire: 'error',
  },
  no_password_link: {
    status: 400,
    text: text(
      'A link to set a password goes only to an active local user with a mail address. Check these in the form of this user.',
      '只有已激活、来源为本地且有邮箱地址的用户才能通过链接设置密码，请检查该用户的资料。',
      'パスワード設定のリンクは、メールアドレスを持つ有効なローカルユーザーにだけ送れます。ユーザーの設定を確認してください。',
    ),
    wire: 'error',
  },
  registration_disabled: {
    status: 400,
    text: text('Components cannot register at the moment.', '当前不允许注册组件。', '現在コンポーネントは登録できません。'),
    wire: 'error',
  },
  system_role_delete_error: {
    status: 400,
    text: text('A user keeps at least one system role.', '用户至少要保留一个系统角色。', 'ユーザーにはシステムロールが一つ以上必要です。'),
  },
  have_online_session: {
    status: 400,
    text: text('This component still carries sessions.', '该组件仍有在线会话。', 'このコンポーネントには接続中のセッションがあります。'),
  },
  applet_package_refused: {
    status: 400,
    text: text('This package cannot be used: {reason}.', '该应用包不可用：{reason}。', 'このパッケージは使えません：{reason}。'),
  },
  applet_exists: {
    status: 400,
    text: text(
      'There is an application of this name. Upload it as an update.',
      '已存在同名应用，请以更新方式上传。',
      '同じ名前のアプリがあります。更新としてアップロードしてください。',
    ),
  },
  applet_changed_meanwhile: {
    status: 400,
    text: text(
      'Somebody else has replaced this application meanwhile. Look at the package again.',
      '该应用已被他人更新，请重新查看应用包。',
      'このアプリはほかの人が更新しました。パッケージをもう一度確認してください。',
    ),
  },
  applet_needs_package: {
    status: 400,
    text: text(
      'A remote application comes with its package. Upload that.',
      '远程应用须通过上传应用包创建。',
      'リモートアプリはパッケージのアップロードで作成します。',
    ),
  },
  applet_host_bound: {
    status: 400,
    text: text(
      'This host has another agent, or this agent another host.',
      '该发布机已绑定其他代理，或该代理已绑定其他发布机。',
      'このホストには別のエージェントがあるか、このエージェントには別のホストがあります。',
    ),
  },
  applet_option_refused: {
    status: 400,
    text: text('This application cannot be opened: {reason}.', '无法打开该应用：{reason}。', 'このアプリを開けません：{reason}。'),
  },
  storage_in_use: {
    status: 400,
    text: text(
      'This storage belongs to every installation, or a component uses it.',
      '该存储为系统内置，或正被组件使用。',
      'この保存先は既定のものか、コンポーネントが使っています。',
    ),
  },
  storage_has_waiting: {
    status: 400,
    text: text(
      'Commands are still on their way into this storage.',
      '仍有命令待传入该存储。',
      'この保存先へ送信待ちのコマンドがあります。',
    ),
  },
  invalid_elasticsearch: {
    status: 400,
    text: text(
      'This is no Elasticsearch 7 or OpenSearch that can be used: {detail}',
      '无法使用该 Elasticsearch 7 或 OpenSearch：{detail}',
      'Elasticsearch 7 または OpenSearch として使用できません：{detail}',
    ),
  },
  page_wanted: {
    status: 400,
    text: text(
      'There are more than {max}. Ask for a page of them, with limit.',
      '结果超过 {max} 条，请使用 limit 分页查询。',
      '{max} 件を超えています。limit を指定してページごとに取得してください。',
    ),
  },
  page_too_deep: {
    status: 400,
    text: text(
      'Only the first {max} entries of this list can be paged through. Narrow it by date or filter.',
      '此列表只能翻阅前 {max} 条，请按日期或条件缩小范围。',
      'この一覧でめくれるのは先頭 {max} 件までです。日付や条件で絞り込んでください。',
    ),
  },
  storage_unreachable: {
    status: 503,
    text: text('The storage does not answer: {reason}', '存储没有响应：{reason}', '保存先が応答しません：{reason}'),
  },
  stored_object_changed: {
    status: 409,
    text: text(
      'The storage holds something else than was put there: it was changed.',
      '存储中的内容与当初存入的不一致：已被篡改。',
      '保存先の内容が保存時と異なります：改ざんされています。',
    ),
  },
  stored_object_gone: {
    status: 404,
    text: text('The storage does not hold this any more.', '存储中已没有此内容。', '保存先にこの内容がありません。'),
  },
  storage_invalid: { status: 400, text: text('This storage cannot be used.', '该存储不可用。', 'このストレージは使用できません。') },
  perm_account_invalid: {
    status: 400,
    text: text('You may not use this account on this asset.', '你不能在该资产上使用此账号。', 'このアセットでこのアカウントは使えません。'),
  },
  perm_expired: {
    status: 400,
    text: text('Your permission for this asset has expired.', '你对该资产的授权已过期。', 'このアセットの権限は期限切れです。'),
  },
  destination_unconfirmed: {
    status: 400,
    text: text(
      'Where the secret of this account is sent has changed and is not confirmed. Somebody who may view account secrets can confirm it on the page of the asset {asset}.',
      '该账号密文的发送目标已变更且尚未确认。有权查看账号密文的人员可在资产 {asset} 的页面上确认。',
      'このアカウントのシークレットの送信先が変わり、まだ確認されていません。シークレットを表示できる人がアセット {asset} の画面で確認できます。',
    ),
  },
  destination_moved: {
    status: 409,
    text: text(
      'It has changed again since you looked. Look once more before you confirm.',
      '在你查看之后又有变更，请重新查看后再确认。',
      '表示後にさらに変更されました。もう一度確かめてから確認してください。',
    ),
  },
  locks_you_out: {
    status: 400,
    text: text(
      'After that you could not log in again from here and now. Look at whom, where and when the login rules are about.',
      '这样一来，你将无法在此时从此处再次登录。请检查登录规则适用的用户、地址和时间。',
      'この変更の後は、あなた自身が現在の場所と時間から再びログインできなくなります。ログインルールの対象者、場所、時間を確認してください。',
    ),
  },
  acl_reject: {
    status: 400,
    text: text(
      'The access rule {name} ({id}) refuses this connection.',
      '访问规则 {name} ({id}) 拒绝此连接。',
      'アクセスルール {name} ({id}) により接続が拒否されました。',
    ),
  },
  acl_review: {
    status: 400,
    text: text('This connection needs a review first.', '此连接需要先审核。', 'この接続には事前の承認が必要です。'),
  },
  acl_factor: {
    status: 403,
    text: text(
      'The access rule {name} asks for a second factor, which cannot be shown here. Connect in the browser.',
      '访问规则 {name} 要求多因子认证，此处无法进行。请在浏览器中连接。',
      'アクセスルール {name} は多要素認証を求めていますが、ここでは行えません。ブラウザーから接続してください。',
    ),
  },
  acl_factor_code: {
    status: 403,
    text: text(
      'The access rule {name} asks for a verification code. Connect on a terminal or in the browser.',
      '访问规则 {name} 要求输入验证码。请在终端或浏览器中连接。',
      'アクセスルール {name} は認証コードを求めています。端末かブラウザーから接続してください。',
    ),
  },
  second_factor_wrong: {
    status: 403,
    text: text(
      'This code is not right, or too many were tried.',
      '验证码不正确，或尝试次数过多。',
      'コードが正しくないか、試行回数が多すぎます。',
    ),
  },
  review_impossible: {
    status: 400,
    text: text(
      'The access rule {name} asks for a review, and nobody is there to give it.',
      '访问规则 {name} 要求审核，但目前没有可用的审批人。',
      'アクセスルール {name} には承認が必要ですが、承認できる人がいません。',
    ),
    wire: 'acl_reject',
  },
  beyond_request: {
    status: 403,
    text: text(
      'You may give less than was asked for, and no more: that takes the right to write permissions in this organisation.',
      '你只能在申请范围内缩减授权。扩大范围需要该组织的授权管理权限。',
      '申請より広い権限は付与できません。範囲を広げるには、この組織の権限を管理する権利が必要です。',
    ),
  },
  applicant_gone: {
    status: 400,
    text: text(
      'Whoever asked is not in this organisation any more. Reject the request.',
      '申请人已不在该组织中，请拒绝该申请。',
      '申請者はもうこの組織にいません。申請を却下してください。',
    ),
  },
  request_impossible: {
    status: 400,
    text: text(
      'Nobody can decide this request: no able person stands at level {level} of the flow. Ask an administrator to change it.',
      '该申请无人可审批：流程第 {level} 级没有可用的审批人。请联系管理员调整流程。',
      'この申請を承認できる人がいません：フローの {level} 段階目に承認者がいません。管理者に変更を依頼してください。',
    ),
  },
  break_glass_closed: {
    status: 403,
    text: text(
      'Emergency access is switched off here. Ask for access instead.',
      '未启用紧急访问，请改为申请授权。',
      '緊急アクセスは無効です。アクセスを申請してください。',
    ),
  },
  second_factor_missing: {
    status: 403,
    text: text(
      'This takes a second factor, and you have none. Set one up in your profile first.',
      '此操作需要多因子认证，但你尚未设置。请先在个人信息中设置。',
      'この操作には多要素認証が必要です。先にプロフィールで設定してください。',
    ),
  },
  ticket_closed: {
    status: 400,
    text: text('This ticket is already closed.', '该工单已关闭。', 'このチケットはすでに終了しています。'),
  },
  review_without_words: {
    status: 400,
    text: text(
      'Say why first: a review of access that was taken needs a comment of yours.',
      '请先说明理由：审核紧急访问前须填写评论。',
      '先に理由を書いてください。取得済みアクセスの確認にはコメントが必要です。',
    ),
  },
  ticket_went_on: {
    status: 409,
    text: text(
      'Somebody else has just approved this level. Look at the ticket again.',
      '他人刚刚批准了此级别，请重新查看工单。',
      '別の人がこの段階を承認しました。チケットを確認し直してください。',
    ),
  },
  connect_method_refused: {
    status: 400,
    text: text(
      'An access rule does not let you connect this way.',
      '访问规则不允许你使用该连接方式。',
      'アクセスルールにより、この接続方法は使用できません。',
    ),
    wire: 'acl_reject',
  },
  connection_token_refused: {
    status: 403,
    text: text('This connection cannot start: {reason}', '无法建立此连接：{reason}', 'この接続は開始できません：{reason}'),
    wire: 'permission_denied',
  },
  licence_required: {
    status: 403,
    text: text('This needs a valid licence.', '此功能需要有效的许可证。', 'この操作には有効なライセンスが必要です。'),
  },
  asset_limit_reached: {
    status: 400,
    text: text(
      'The licence allows {limit} assets, and they are all in use.',
      '许可证最多允许 {limit} 个资产，目前已达上限。',
      'ライセンスで使えるアセットは {limit} 台までで、すでに上限に達しています。',
    ),
  },
  session_limit_reached: {
    status: 429,
    text: text(
      'You may have {limit} sessions open at once. Open now: {open}. Close one, then connect again.',
      '你最多可同时打开 {limit} 个会话。当前已打开：{open}。请关闭其中一个后重新连接。',
      '同時に開けるセッションは {limit} 件までです。現在開いているもの：{open}。1 件閉じてから再接続してください。',
    ),
  },
  factor_needed: {
    status: 400,
    text: text(
      'A second factor is required of you. Add another one before you remove this.',
      '你必须使用多因子认证，请先添加其他方式再移除此项。',
      '多要素認証が必須です。これを削除する前に別の手段を追加してください。',
    ),
    wire: 'error',
  },
  factor_missing: {
    status: 400,
    text: text(
      'Set up an authenticator or a passkey first.',
      '请先设置身份验证器或通行密钥。',
      '先に認証アプリかパスキーを設定してください。',
    ),
    wire: 'error',
  },
  code_send_too_frequently: {
    status: 400,
    text: text(
      'A code was sent already. Wait until it has run out.',
      '验证码已发送，请待其失效后再试。',
      'コードは送信済みです。有効期限が切れるまでお待ちください。',
    ),
  },
  text_message_not_sent: {
    status: 500,
    text: text(
      'The text message could not be sent. Try again, or use another way.',
      '短信发送失败，请重试或使用其他方式。',
      'SMS を送れませんでした。もう一度試すか、別の方法を使ってください。',
    ),
    wire: 'unexpect_error',
  },
  no_such_backend: {
    status: 400,
    text: text('There is no such way to send text messages.', '不支持此短信发送方式。', 'この SMS の送信方法はありません。'),
    wire: 'error',
  },
  test_phone_required: {
    status: 400,
    text: text('Enter a number for the test.', '请填写测试手机号。', 'テスト用の電話番号を入力してください。'),
  },
  too_many_tests: {
    status: 429,
    text: text(
      'Too many tests. Try again in an hour.',
      '测试过于频繁，请一小时后再试。',
      'テストが多すぎます。1 時間後にもう一度お試しください。',
    ),
  },
  passwd_invalid: { status: 400, text: text('The password is wrong.', '密码错误。', 'パスワードが違います。') },
  pattern_too_costly: {
    status: 400,
    text: text(
      'This pattern means too many objects, or takes too long to match. Narrow it down.',
      '该表达式匹配的对象过多或耗时过长，请缩小范围。',
      'この正規表現は対象が多すぎるか、照合に時間がかかりすぎます。範囲を絞ってください。',
    ),
    wire: 'error',
  },
  ...TRANSFER_ERRORS,
  ...JOB_ERRORS,
  ...PLAYBOOK_RUN_ERRORS,
  ...PLAYBOOK_ERRORS,
  ...REVIEW_ERRORS,
} as const satisfies Record<string, { status: number; text: Text; wire?: string }>;
export type ErrorCode = keyof typeof ERRORS;

/** Messages of field errors: `{field: [message]}` in a 400. */
export const FIELD_ERRORS = {
  one_line: text('Write this in one line.', '请写在一行内。', '1 行で入力してください。'),
  no_assets: text('Choose at least one asset or node.', '请至少选择一个资产或节点。', 'アセットかノードを 1 つ以上選んでください。'),
  required: text('This field is required.', '此项必填。', 'この項目は必須です。'),
  null: text('This field may not be empty.', '此项不能为空。', 'この項目は空にできません。'),
  blank: text('This field may not be blank.', '此项不能为空白。', 'この項目は空白にできません。'),
  not_a_text: text('A text is expected here.', '此处应为文本。', 'ここにはテキストを入力してください。'),
  not_a_reference: text(
    'An existing object is expected here: its ID, or its name.',
    '此处应为已有对象的 ID 或名称。',
    'ここには既存の対象の ID か名前を指定してください。',
  ),
  invalid_number: text('A number is expected here.', '此处应为数字。', 'ここには数値を入力してください。'),
  max_length: text('Use at most {max} characters.', '最多 {max} 个字符。', '{max} 文字以内で入力してください。'),
  min_length: text('Use at least {min} characters.', '至少 {min} 个字符。', '{min} 文字以上で入力してください。'),
  max_value: text('Use a number of at most {max}.', '数值不能大于 {max}。', '{max} 以下の数値を入力してください。'),
  min_value: text('Use a number of at least {min}.', '数值不能小于 {min}。', '{min} 以上の数値を入力してください。'),
  invalid_choice: text('"{value}" is not one of the choices.', '"{value}" 不是有效选项。', '「{value}」は選択肢にありません。'),
  in_the_past: text('This moment has passed.', '该时间已过。', 'この日時は過ぎています。'),
  ticked_rows_wait: text(
    'Ticked rows are exported at once, not in the background.',
    '勾选的行只能直接导出，不能在后台生成。',
    '選択した行はバックグラウンドではなく、すぐにエクスポートされます。',
  ),
  not_a_list: text('A list is expected here.', '此处应为列表。', 'ここにはリストを指定してください。'),
  not_an_object: text(
    'An object with named values is expected here.',
    '此处应为由名称和值组成的对象。',
    'ここには名前と値の組からなるオブジェクトを指定してください。',
  ),
  invalid_integer: text('A whole number is expected here.', '此处应为整数。', 'ここには整数を入力してください。'),
  invalid_boolean: text('True or false is expected here.', '此处应为 true 或 false。', 'ここには true か false を指定してください。'),
  invalid_datetime: text(
    'This is no date and time. Write it like 2031-01-05 09:30.',
    '无法识别该日期时间，请写成 2031-01-05 09:30 的形式。',
    '日時を読み取れません。2031-01-05 09:30 のように入力してください。',
  ),
  invalid_uuid: text(
    '"{value}" is not an ID. Use one that a list or a page of Postern shows.',
    '“{value}”不是有效的 ID，请使用列表或页面中显示的 ID。',
    '「{value}」は ID ではありません。一覧や画面に表示される ID を使ってください。',
  ),
  invalid_email: text(
    'This is not an email address. Write it like name@example.com.',
    '邮箱地址无效，请写成 name@example.com 的形式。',
    'メールアドレスではありません。name@example.com のように入力してください。',
  ),
  invalid_url: text(
    'This is not a URL. Write all of it, like https://example.com.',
    'URL 无效，请填写完整，例如 https://example.com。',
    'URL ではありません。https://example.com のように全体を入力してください。',
  ),
  invalid_phone: text(
    'This is not a phone number. Give the country and the number, like +86 138 1234 5678.',
    '电话号码无效，请填写国家（地区）代码和号码，例如 +86 138 1234 5678。',
    '電話番号ではありません。+81 90 1234 5678 のように国番号と番号を入力してください。',
  ),
  invalid_slug: text(
    'Use letters, digits, underscores and hyphens only.',
    '只能使用字母、数字、下划线和连字符。',
    '文字、数字、アンダースコア、ハイフンだけを使ってください。',
  ),
  invalid_json: text(
    'This is not JSON. Look at its quotation marks, commas and brackets.',
    'JSON 格式有误，请检查引号、逗号和括号。',
    'JSON として読み取れません。引用符、カンマ、括弧を確認してください。',
  ),
  invalid_key: text(
    'This SSH key cannot be read. Paste all of it, from its first line to its last.',
    '无法读取该 SSH 密钥，请完整粘贴，从首行到末行。',
    'この SSH 鍵を読み取れません。最初の行から最後の行まで貼り付けてください。',
  ),
  made_key_gone: text(
    'This key is no longer kept. Make another one and put its line on the machine.',
    '该密钥已不再保留。请重新生成，并将其公钥行放到机器上。',
    'この鍵はもう保管されていません。作り直して、その行をマシンに入れてください。',
  ),
  private_key_given: text(
    'This is a private key, which nobody but you should have. Give the public one, from the file that ends in .pub.',
    '这是私钥，除你之外不应有任何人持有。请填写以 .pub 结尾的文件中的公钥。',
    'これは秘密鍵です。あなた以外の誰も持つべきではありません。.pub で終わるファイルの公開鍵を入力してください。',
  ),
  weak_key: text(
    'This key is too weak: DSA, or RSA of less than 2048 bits. Make a new one.',
    '该密钥强度过低（DSA，或不足 2048 位的 RSA）。请生成新的密钥。',
    'この鍵は弱すぎます（DSA、または 2048 ビット未満の RSA）。新しい鍵を作成してください。',
  ),
  ends_before_it_starts: text('It has to end after it starts.', '失效日期必须晚于开始日期。', '終了日時は開始日時より後にしてください。'),
  does_not_exist: text('"{value}" does not exist.', '"{value}" 不存在。', '「{value}」は存在しません。'),
  name_not_listed: text(
    'You cannot use "{value}" by its name: for that you need the right “{rights}”. An administrator can give you a role that has it.',
    '无法按名称使用 "{value}"：需要“{rights}”权限。请联系管理员为你分配包含该权限的角色。',
    '「{value}」を名前で指定できません。「{rights}」の権限が必要です。その権限を含むロールの付与を管理者に依頼してください。',
  ),
  reserved_id: text('This id belongs to the system.', '该 ID 由系统保留。', 'この ID はシステムが使います。'),
  view_of_one: text(
    'Views of this list cannot be shared here.',
    '此列表的视图无法在此共享。',
    'この一覧のビューはここでは共有できません。',
  ),
  unique: text('This value is already in use.', '该值已被使用。', 'この値はすでに使われています。'),
  secrets_left_behind: text(
    '{count} secrets are in the store as it was set up before, and this one does not have them. Bring them back first.',
    '原存储中仍有 {count} 条密文，新的设置读取不到。请先将其迁回。',
    '以前の保存先に {count} 件のシークレットがあり、この設定では読めません。先に戻してください。',
  ),
  mark_missing: text('{mark} has to stand in it.', '必须包含 {mark}。', '{mark} を含めてください。'),
  unknown_setting: text('There is no such setting here.', '此处没有该设置。', 'この設定はありません。'),
  map_without_username: text(
    'It has to say which attribute is the username.',
    '必须指明哪个属性是用户名。',
    'どの属性がユーザー名かを指定してください。',
  ),
  fixed_setting: text(
    'This setting cannot be changed in this version.',
    '当前版本不支持修改该设置。',
    'この版ではこの設定を変えられません。',
  ),
  invalid_destination: text(
    '"{value}" is no destination. Write a name, an address or a network, with ports after a colon.',
    '“{value}”不是有效目标。请填写名称、地址或网段，端口写在冒号后。',
    '「{value}」は宛先ではありません。名前、アドレス、ネットワークを書き、ポートはコロンの後に書いてください。',
  ),
  control_characters: text('Control characters are not allowed.', '不允许使用控制字符。', '制御文字は使えません。'),
  too_many: text('At most {max} entries are allowed.', '最多 {max} 项。', '{max} 件までです。'),
  password_rule: text(
    'This password does not follow the password rules.',
    '密码不符合密码规则。',
    'パスワードがパスワード規則に合っていません。',
  ),
  ends_too_late: text(
    'Choose an end within {days} days from now.',
    '结束时间须在今后 {days} 天以内。',
    '終了日時は、今から {days} 日以内にしてください。',
  ),
  renewal_too_long: text(
    'A renewal lasts no longer than what it renews: {hours} hours at most.',
    '续期时长不得超过原授权时长（最多 {hours} 小时）。',
    '延長は元の期間まで（最長 {hours} 時間）です。',
  ),
  outside_end: text(
    'Somebody from outside gets in until a date within {days} days from now.',
    '外部人员的失效日期须在今后 {days} 天以内。',
    '社外の人の有効期限は、今から {days} 日以内にしてください。',
  ),
  sponsor_unfit: text(
    'A sponsor is somebody else of this organisation, who can log in and is not from outside.',
    '担保人须是本组织的其他可登录成员，且不是外部人员。',
    '責任者は、ログインできる組織内の別の人にしてください。社外の人は指定できません。',
  ),
  password_known: text(
    'Others know this password: it is on a list of known passwords. Choose another one.',
    '该密码在已知密码列表中，容易被猜到，请换一个。',
    'このパスワードは既知のパスワードの一覧にあります。別のものにしてください。',
  ),
  password_reused: text('This password was used recently.', '该密码近期使用过。', 'このパスワードは最近使われています。'),
  secrets_not_visible: text(
    'To send secrets to people one has to be allowed to see secrets.',
    '需拥有查看密文的权限，才能将密文发送给他人。',
    'シークレットを送るには、シークレットを閲覧する権限が必要です。',
  ),
  password_mismatch: text('The two passwords differ.', '两次输入的密码不一致。', '二つのパスワードが一致しません。'),
  password_wrong: text('The current password is wrong.', '当前密码错误。', '現在のパスワードが違います。'),
  password_locked: text(
    'Too many wrong passwords. Wait {minutes} minutes and try again.',
    '密码错误次数过多，请等待 {minutes} 分钟后重试。',
    'パスワードの誤りが続きました。{minutes} 分待ってからやり直してください。',
  ),
  code_wrong: text(
    'This code is wrong, or was used before. Wait for the next one.',
    '验证码错误或已使用过，请等待下一个验证码。',
    'コードが違うか、使用済みです。次のコードを待ってください。',
  ),
  passkey_needs_domain: text(
    'Browsers allow passkeys at a domain name only, not at an address made of numbers.',
    '浏览器只允许在域名下使用通行密钥，不支持 IP 地址。',
    'パスキーはドメイン名でのみ使えます。IP アドレスでは使えません。',
  ),
  passkey_refused: text(
    'This passkey could not be checked. Start again.',
    '无法验证该通行密钥，请重新开始。',
    'このパスキーを確認できませんでした。最初からやり直してください。',
  ),
  secret_content: text(
    'A secret may not contain double braces or quotes.',
    '密文不能包含双大括号或引号。',
    'シークレットに二重波かっこや引用符は使えません。',
  ),
  protocols_missing: text(
    'The platform needs these protocols: {names}.',
    '平台要求以下协议：{names}。',
    'プラットフォームには次のプロトコルが必要です：{names}。',
  ),
  custom_field_required: text('The field {name} is required.', '字段 {name} 为必填项。', '項目 {name} は必須です。'),
  custom_field_invalid: text('The field {name} takes no such value.', '字段 {name} 不接受该值。', '項目 {name} にその値は使えません。'),
  not_an_image: text(
    'Use a PNG, JPEG, GIF, WebP or ICO picture.',
    '请使用 PNG、JPEG、GIF、WebP 或 ICO 图片。',
    'PNG、JPEG、GIF、WebP、ICO の画像を使ってください。',
  ),
  image_too_large: text(
    'Use a picture of at most 1 MB and 4096 pixels a side.',
    '图片不能超过 1 MB，边长不能超过 4096 像素。',
    '1 MB 以下、各辺 4096 ピクセル以下の画像を使ってください。',
  ),
  not_automated: text(
    'None of these assets can be automated so: {types}.',
    '这些资产均不支持此自动化：{types}。',
    'これらのアセットはいずれもこの自動化に対応していません：{types}。',
  ),
  nothing_failed: text('Nothing failed in this run.', '此次执行没有失败项。', 'この実行では失敗したものはありません。'),
  pattern_lookaround: text(
    'Looking ahead or behind is not supported: {construct} at character {position}. Use two rules in their order instead.',
    '不支持环视（前瞻、后顾）：第 {position} 个字符处的 {construct}。请改用两条按顺序匹配的规则。',
    '先読み・後読みは使えません：{position} 文字目の {construct}。代わりに2つのルールを順に使ってください。',
  ),
  pattern_backreference: text(
    'References back to a group are not supported: {construct} at character {position}.',
    '不支持反向引用：第 {position} 个字符处的 {construct}。',
    '後方参照は使えません：{position} 文字目の {construct}。',
  ),
  pattern_unsupported: text(
    '{construct} at character {position} is not supported. Patterns are written in the dialect RE2.',
    '不支持第 {position} 个字符处的 {construct}。表达式须使用 RE2 语法。',
    '{position} 文字目の {construct} は使えません。正規表現は RE2 の書式で書きます。',
  ),
  pattern_syntax: text(
    'This is no regular expression: look at {construct}, character {position}.',
    '正则表达式有误：请检查第 {position} 个字符处的 {construct}。',
    '正規表現として読み取れません：{position} 文字目の {construct} を確認してください。',
  ),
  pattern_too_long: text('A pattern has at most {max} characters.', '表达式最多 {max} 个字符。', '正規表現は {max} 文字までです。'),
  pattern_too_large: text(
    'This pattern is too large once its repetitions are spelled out: more than {max} steps.',
    '展开重复次数后该表达式过大：超过 {max} 步。',
    '繰り返しを展開するとこの正規表現は大きすぎます：{max} ステップを超えています。',
  ),
  storage_unsupported: text(
    'Nothing here reads storages of the type "{value}".',
    '当前版本不支持 "{value}" 类型的存储。',
    '「{value}」型の保存先はこの版では読み出せません。',
  ),
  storage_not_default: text(
    'One storage is always the default. Make another one the default instead.',
    '必须始终有一个默认存储，请将其他存储设为默认。',
    'デフォルトの保存先は常に必要です。代わりに別の保存先をデフォルトにしてください。',
  ),
  storage_index_fixed: text(
    'Commands lie in this index. Add another storage for another one.',
    '命令已存于此索引，如需更换请新建存储。',
    'コマンドはこのインデックスにあります。変更するには別の保存先を追加してください。',
  ),
  certificates_are_verified: text(
    'Certificates are always verified. Give the certificate of your authority instead.',
    '始终校验证书，请改为提供自有颁发机构的证书。',
    '証明書は常に検証します。代わりに認証局の証明書を指定してください。',
  ),
  storage_keeps_nothing: text('This storage keeps no evidence.', '该存储不保存任何审计记录。', 'この保存先には証跡が残りません。'),
  storage_not_obeyed: text(
    'This component does not know storages of this type.',
    '该组件不支持此类型的存储。',
    'このコンポーネントはこの種類の保存先に対応していません。',
  ),
  node_slash: text('A node name may not contain a slash.', '节点名称不能包含斜杠。', 'ノード名にスラッシュは使えません。'),
  ...FORM_ERRORS,
} as const satisfies Record<string, Text>;
export type FieldErrorCode = keyof typeof FIELD_ERRORS;

/** A coded refusal: `{detail, code}` on the wire. `body` replaces that form where clients expect another. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  constructor(code: ErrorCode, params: Readonly<Record<string, unknown>> = {}, options: { cause?: unknown; body?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.params = params;
    this.body = options.body;
  }
}

export interface FieldProblem {
  code: FieldErrorCode;
  params?: Readonly<Record<string, unknown>>;
}

/** Problems by field; a nested map for nested objects. Key `non_field_errors` for the whole form. */
export interface FieldProblems {
  [field: string]: FieldProblem[] | FieldProblems;
}

/** Validation failed: nothing was written. `problems` is an array, one entry per item, for bulk writes. */
export class InvalidInput extends Error {
  readonly problems: FieldProblems | FieldProblems[];
  constructor(problems: FieldProblems | FieldProblems[]) {
    super('invalid input');
    this.name = 'InvalidInput';
    this.problems = problems;
  }
  /** The usual case: one problem on one field. */
  static on(field: string, code: FieldErrorCode, params?: Readonly<Record<string, unknown>>): InvalidInput {
    return new InvalidInput({ [field]: [{ code, ...(params ? { params } : {}) }] });
  }
}
