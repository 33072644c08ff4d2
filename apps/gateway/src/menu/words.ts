import { type Language, render, type Text, text } from '@postern/contract/text';

/** What the menu of the SSH door says (docs/behaviour/ssh-menu.md). Frames and marks are ASCII: their width is the same everywhere. */
export const WORDS = {
  search: text('Search', '搜索', '検索'),
  tree: text('Nodes', '节点', 'ノード'),
  favourites: text('Favourites', '收藏', 'お気に入り'),
  recent: text('Recent', '最近', '最近'),
  help: text('Help', '帮助', 'ヘルプ'),
  counted: text('{at} of {count}', '{at} / {count}', '{at} / {count}'),
  loading: text('Loading ...', '加载中 ...', '読み込み中 ...'),
  none_found: text('Nothing fits.', '没有匹配的资产。', '一致するものがありません。'),
  none_yours: text('There is nothing here that you may open.', '这里没有你可以打开的资产。', '開けるアセットはありません。'),
  none_marked: text(
    'No favourites. Mark an asset in a list, and it is here.',
    '暂无收藏。在列表中收藏的资产会显示在这里。',
    'お気に入りはありません。一覧で登録するとここに表示されます。',
  ),
  none_recent: text('Nothing opened yet.', '还没有打开过资产。', 'まだ何も開いていません。'),
  off: text('off', '已禁用', '無効'),
  more_nodes: text(
    'Only the first {count} nodes are shown. Search instead.',
    '仅显示前 {count} 个节点，请使用搜索。',
    '先頭の {count} 件のみ表示しています。検索してください。',
  ),
  account_of: text('Account on {asset}', '{asset} 的账号', '{asset} のアカウント'),
  protocol_of: text('Protocol to {asset}', '{asset} 的协议', '{asset} のプロトコル'),
  no_account: text(
    'There is no account with a stored secret on {asset} that you may use.',
    '{asset} 上没有你可用且已托管密文的账号。',
    '{asset} には、利用できる、シークレットが保存されたアカウントがありません。',
  ),
  no_protocol: text(
    '{asset} has no protocol that opens in a terminal here.',
    '{asset} 没有可在此终端打开的协议。',
    '{asset} にはこの端末で開けるプロトコルがありません。',
  ),
  favourite: text('favourite', '已收藏', 'お気に入り'),
  marked: text('{asset} is a favourite.', '已收藏 {asset}。', '{asset} をお気に入りに登録しました。'),
  unmarked: text('{asset} is no favourite any more.', '已取消收藏 {asset}。', '{asset} をお気に入りから外しました。'),
  asset_off: text('{asset} is switched off.', '{asset} 已禁用。', '{asset} は無効です。'),
  not_offered: text('This core does not offer that.', '此核心服务不提供该功能。', 'このコアでは利用できません。'),
  failed: text(
    'The core did not answer. Ctrl-R asks again.',
    '核心服务无响应，按 Ctrl-R 重试。',
    'コアが応答しません。Ctrl-R で再試行します。',
  ),
  opening: text('Opening {target} ...', '正在打开 {target} ...', '{target} を開いています ...'),
  closed: text('{target}: {why}', '{target}：{why}', '{target}：{why}'),
  leave_hint: text('Ctrl-D leaves.', '按 Ctrl-D 退出。', 'Ctrl-D で終了します。'),
  login_over: text(
    'Your login has ended. Log in again.',
    '你的登录已结束，请重新登录。',
    'ログインが終了しました。再度ログインしてください。',
  ),
  bye: text('Goodbye.', '再见。', '終了します。'),
  // What has to be known comes first: a narrow terminal cuts the rest.
  keys_list: text(
    '? help  Ctrl-D leave  Enter open  Tab view  Up/Down  type to search',
    '? 帮助  Ctrl-D 退出  Enter 打开  Tab 视图  上/下  输入即搜索',
    '? ヘルプ  Ctrl-D 終了  Enter 開く  Tab 表示  上/下  入力で検索',
  ),
  keys_tree: text(
    '? help  q leave  Right/Left open/close  Enter assets  Tab view',
    '? 帮助  q 退出  右/左 展开/收起  Enter 资产  Tab 视图',
    '? ヘルプ  q 終了  右/左 開閉  Enter アセット  Tab 表示',
  ),
  keys_rows: text(
    '? help  q leave  Enter open  Tab view  Up/Down',
    '? 帮助  q 退出  Enter 打开  Tab 视图  上/下',
    '? ヘルプ  q 終了  Enter 開く  Tab 表示  上/下',
  ),
  keys_choice: text(
    'Up/Down or 1-9  Enter choose  Esc back',
    '上/下 或 1-9  Enter 选择  Esc 返回',
    '上/下 または 1-9  Enter 選択  Esc 戻る',
  ),
  keys_wait: text('Ctrl-C withdraws', '按 Ctrl-C 撤回', 'Ctrl-C で取り下げ'),
  keys_help: text('Any key goes back', '按任意键返回', '何かキーを押すと戻ります'),
  help_lines: text(
    `Typing           searches names, addresses and comments, as you type
Up Down PgUp PgDn Home End   move
Enter            opens; in Nodes, shows the assets of a node
Right Left       in Nodes, opens and closes a branch
Tab, Shift-Tab   next view: Search, Nodes, Favourites, Recent
Esc              back; empties the search
Ctrl-U Ctrl-W    deletes what was typed, the last word
Ctrl-R           asks anew
Ctrl-F           marks a favourite (*), or no longer
Ctrl-L or F2     another language
Ctrl-P           plain mode, for screen readers
Ctrl-D           leaves; so does q where nothing is typed
Each session is a session of its own; when it ends you are back here.`,
    `直接输入          按名称、地址和备注搜索
上 下 PgUp PgDn Home End   移动
Enter             打开；在“节点”中显示该节点的资产
右 左             在“节点”中展开和收起
Tab, Shift-Tab    切换视图：搜索、节点、收藏、最近
Esc               返回；清空搜索
Ctrl-U Ctrl-W     删除输入、删除最后一个词
Ctrl-R            刷新
Ctrl-F            收藏(*)或取消收藏
Ctrl-L 或 F2      切换语言
Ctrl-P            纯文本模式，适合屏幕阅读器
Ctrl-D            退出；不在输入时按 q 也可退出
每次打开都是独立的会话，会话结束后回到这里。`,
    `文字入力          名前、アドレス、備考を検索します
上 下 PgUp PgDn Home End   移動
Enter             開く。「ノード」ではそのノードのアセットを表示
右 左             「ノード」で枝を開閉
Tab, Shift-Tab    表示の切り替え：検索、ノード、お気に入り、最近
Esc               戻る。検索を消去
Ctrl-U Ctrl-W     入力を削除、最後の単語を削除
Ctrl-R            再読み込み
Ctrl-F            お気に入り(*)に登録、または解除
Ctrl-L または F2  言語の切り替え
Ctrl-P            読み上げ向けのプレーンモード
Ctrl-D            終了。入力欄のない表示では q でも終了
開くたびに別のセッションになり、終わるとここに戻ります。`,
  ),
  plain_start: text(
    'Plain menu. Type a part of a name or an address and press Enter, or ? for help.',
    '纯文本菜单。输入名称或地址的一部分并按 Enter，或输入 ? 查看帮助。',
    'プレーンメニュー。名前かアドレスの一部を入力して Enter を押すか、? でヘルプを表示します。',
  ),
  plain_help: text(
    `A number opens what stands behind it.
n and b: next page, page before.
t: nodes; a number shows the assets of one, t and a number the nodes in it.
f: favourites. m and a number: marks one, or no longer. r: recent. a: all assets.
/word: search for a word that is one of these letters or a number.
s: another language. ?: this help. q: leave.`,
    `输入编号可打开对应项。
n 和 b：下一页、上一页。
t：节点；编号显示该节点的资产，t 加编号显示其下的节点。
f：收藏。m 加编号：收藏或取消收藏。r：最近。a：全部资产。
/词：搜索与上述字母或数字相同的词。
s：切换语言。?：本帮助。q：退出。`,
    `番号でその項目を開きます。
n と b：次のページ、前のページ。
t：ノード。番号でそのアセット、t と番号でその中のノードを表示します。
f：お気に入り。m と番号：登録または解除。r：最近。a：すべてのアセット。
/語：上の文字や数字と同じ語を検索します。
s：言語の切り替え。?：このヘルプ。q：終了。`,
  ),
  plain_page: text('{from} to {to} of {count}.', '第 {from} 到 {to} 项，共 {count} 项。', '{count} 件中 {from} から {to}。'),
  plain_choice: text('Number, or b to go back.', '输入编号，或输入 b 返回。', '番号を入力。b で戻ります。'),
  plain_unknown: text('There is no number {number} here.', '这里没有编号 {number}。', '番号 {number} はありません。'),
  plain_end: text('There are no more.', '没有更多了。', 'これ以上ありません。'),
  plain_prompt: text('Menu> ', '菜单> ', 'メニュー> '),
  language_is: text('English', '中文', '日本語'),
} as const satisfies Record<string, Text>;
export type WordKey = keyof typeof WORDS;

export type Params = Readonly<Record<string, string | number>>;
export const say = (language: Language, key: WordKey, params: Params = {}): string => render(WORDS[key], language, params);
