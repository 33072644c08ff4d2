import { type Language, render, type Text, text } from '@postern/contract/text';

/** What the checker says of a playbook. An error keeps its jobs from starting. */
const TEXTS = {
  no_entry: text(
    'there is no main.yml, main.yaml or main at the top',
    '根目录缺少 main.yml、main.yaml 或 main',
    '最上位に main.yml、main.yaml、main のいずれもありません',
  ),
  config_file: text('ansible.cfg is not used here', '不使用 ansible.cfg', 'ansible.cfg は使えません'),
  plugin_folder: text(
    '{name}: own plugins, modules and collections are not run',
    '{name}：不允许自带插件、模块或集合',
    '{name}：独自のプラグイン、モジュール、コレクションは実行できません',
  ),
  yaml_broken: text('this is no YAML that can be read: {name}', 'YAML 无法解析：{name}', 'YAML を読み取れません：{name}'),
  yaml_characters: text(
    'this file is no UTF-8 text, or has characters that readers take differently',
    '文件不是 UTF-8 文本，或含有歧义字符',
    'UTF-8 テキストでないか、解釈の分かれる文字があります',
  ),
  yaml_tag: text('the tag {name} is not read here', '不支持标签 {name}', 'タグ {name} は使えません'),
  yaml_large: text('there is too much YAML to look through', 'YAML 内容过多，无法检查', 'YAML が大きすぎて検査できません'),
  play_form: text('this is no play and no task', '不是有效的 play 或任务', 'プレイでもタスクでもありません'),
  module_refused: text('the module {name} is not allowed', '不允许使用模块 {name}', 'モジュール {name} は使えません'),
  module_computed: text('the name of a module has to be written out', '模块名必须直接写出', 'モジュール名は直接書いてください'),
  module_none: text('this task names no module', '任务未指定模块', 'タスクにモジュールがありません'),
  module_many: text('this task names more than one module', '任务指定了多个模块', 'タスクに複数のモジュールがあります'),
  args_form: text('write the arguments of {name} as a map', '{name} 的参数须写成映射', '{name} の引数はマップで書いてください'),
  keyword_refused: text('{name} is not allowed here', '此处不允许使用 {name}', '{name} は使えません'),
  connection_refused: text(
    'the connection is chosen by the job, not by the playbook',
    '连接方式由作业决定，剧本不能指定',
    '接続方法はジョブが決めます',
  ),
  host_local: text('{name} would run on the server itself', '{name} 会在服务器本机执行', '{name} はサーバー自身で実行されてしまいます'),
  host_computed: text('hosts have to be written out; use "all"', 'hosts 必须直接写出，可用 all', 'hosts は直接書いてください（all など）'),
  delegate_computed: text('delegate_to has to be written out', 'delegate_to 必须直接写出', 'delegate_to は直接書いてください'),
  variable_refused: text('the variable {name} is set by the job', '变量 {name} 由作业设置', '変数 {name} はジョブが設定します'),
  path_outside: text('{name} lies outside of the playbook', '{name} 在剧本之外', '{name} はプレイブックの外です'),
  path_computed: text(
    'the name of an included file has to end in .yml, .yaml or .json',
    '引用的文件名必须以 .yml、.yaml 或 .json 结尾',
    '読み込むファイル名は .yml、.yaml、.json で終えてください',
  ),
  role_computed: text('the name of a role has to be written out', '角色名必须直接写出', 'ロール名は直接書いてください'),
  lookup_refused: text('the lookup {name} is not allowed', '不允许使用 lookup {name}', 'lookup {name} は使えません'),
  lookup_computed: text(
    'the name of a lookup has to be written out at its call',
    'lookup 的名称必须在调用处直接写出',
    'lookup の名前は呼び出しに直接書いてください',
  ),
  jinja_reach: text('{name} reaches into the template engine', '{name} 触及模板引擎内部', '{name} はテンプレートエンジンの内部に触れます'),
  jinja_filter: text('the filter {name} is not allowed', '不允许使用过滤器 {name}', 'フィルター {name} は使えません'),
  jinja_braces: text('conditions are written without braces', '条件表达式不能使用花括号', '条件式に波括弧は使えません'),
  jinja_delimiters: text('the marks of templates cannot be changed', '不能更改模板定界符', 'テンプレートの区切り記号は変更できません'),
  no_name: text('this has no name', '没有名称', '名前がありません'),
  deprecated: text('{name} is deprecated', '{name} 已弃用', '{name} は非推奨です'),
} as const satisfies Record<string, Text>;

export type FindingCode = keyof typeof TEXTS;
const WARNINGS: ReadonlySet<FindingCode> = new Set(['no_name', 'deprecated']);

export interface Finding {
  path: string;
  line: number;
  severity: 'error' | 'warning';
  code: FindingCode;
  /** What it is about, as it is written there. */
  name: string;
}

const MAX_NAME = 80;

export const finding = (path: string, line: number, code: FindingCode, name = ''): Finding => ({
  path,
  line,
  severity: WARNINGS.has(code) ? 'warning' : 'error',
  code,
  name: name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name,
});

export const findingText = ({ code, name }: Finding, language: Language): string => render(TEXTS[code], language, { name });

/** Takes what is found in one file. */
export type Tell = (line: number, code: FindingCode, name?: string) => void;
