import type { FieldInfo } from '@postern/contract/metadata';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { AUTOMATION_METHODS } from './automation-methods.ts';
import { methodName } from './method-names.ts';

/** How the parameters of methods are called, and what may be said in them. */
const WORDS: Readonly<Record<string, { label: Text; help?: Text }>> = {
  sudo: {
    label: text('Commands allowed by sudo', '允许通过 sudo 执行的命令', 'sudo で許可するコマンド'),
    help: text(
      'ALL, or whole paths with commas between. /bin/whoami writes no rule.',
      '填写 ALL，或用逗号分隔的完整路径。/bin/whoami 表示不写入规则。',
      'ALL、またはカンマ区切りのフルパス。/bin/whoami の場合、ルールは書き込みません。',
    ),
  },
  shell: {
    label: text('Shell', 'Shell', 'シェル'),
    help: text('For accounts that are made.', '用于新建的账号。', '新しく作るアカウントに使います。'),
  },
  home: {
    label: text('Home folder', '家目录', 'ホームディレクトリ'),
    help: text('Blank: the machine chooses.', '留空则由目标决定。', '空欄の場合は対象が決めます。'),
  },
  groups: {
    label: text('Groups', '用户组', 'グループ'),
    help: text(
      'With commas between. The account is added to them.',
      '用逗号分隔，账号会加入这些组。',
      'カンマ区切り。アカウントを追加します。',
    ),
  },
  rules: {
    label: text('Rights', '权限规则', '権限ルール'),
    help: text(
      'What accounts that are made may do, as Redis writes it: +@all ~*',
      '新建账号的权限，按 Redis 的写法，如 +@all ~*',
      '新しく作るアカウントの権限。Redis の書式で書きます。例：+@all ~*',
    ),
  },
  profile: {
    label: text('Command line', '命令行类型', 'コマンドラインの種類'),
    help: text(
      'cisco, huawei, h3c or juniper. Blank: told by the name of the platform, or by the device.',
      '可填 cisco、huawei、h3c 或 juniper；留空则按平台名称或设备自身判断。',
      'cisco、huawei、h3c、juniper のいずれか。空欄の場合はプラットフォーム名または機器から判断します。',
    ),
  },
  commands: {
    label: text('Commands', '命令', 'コマンド'),
    help: text(
      'One per line; {username}, {password} and {login_password} are filled in.',
      '每行一条；可使用 {username}、{password} 和 {login_password}。',
      '1 行に 1 つ。{username}、{password}、{login_password} が置き換わります。',
    ),
  },
};

/** One value; a list of them where the method starts with a list. */
function paramInfo(ctx: Context, name: string, start: string | readonly string[]): FieldInfo {
  const { label, help } = WORDS[name] ?? {};
  const base = { required: false, read_only: false, write_only: false, label: label ? render(label, ctx.language) : name };
  const described = help ? { ...base, help_text: render(help, ctx.language) } : base;
  if (typeof start === 'string') return { ...described, type: 'string', default: start, max_length: 1024 };
  return { ...described, type: 'list', default: start, child: { ...base, type: 'string', label: '' } };
}

/** What the forms of parameters are drawn from, by method (docs/wire/assets.md#automation-methods). */
export function methodForms(ctx: Context): Record<string, FieldInfo> {
  return Object.fromEntries(
    AUTOMATION_METHODS.flatMap(({ id, params }): [string, FieldInfo][] => {
      if (!params) return [];
      const children = Object.fromEntries(Object.entries(params).map(([name, start]) => [name, paramInfo(ctx, name, start)]));
      return [
        [
          id,
          {
            type: 'nested object',
            required: false,
            read_only: false,
            write_only: false,
            label: render(methodName(id), ctx.language),
            children,
          },
        ],
      ];
    }),
  );
}
