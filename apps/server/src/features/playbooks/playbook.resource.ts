import { text as words } from '@postern/contract/text';
import { boolean, computed, datetime, defineResource, eb, labelled, type RowOf, rowsOf, secret, text } from '@postern/resource';

/**
 * Playbooks of Ansible: files that a job runs on machines (docs/wire/jobs.md#playbooks). One's own, and those that others share in the organisation,
 * which only their owner changes. `is_shared` and what concerns Git beyond its address are ours.
 */
export const playbook = defineResource({
  name: 'playbook',
  app: 'ops',
  path: 'playbooks',
  table: 'playbooks',
  label: words('Playbook', '剧本', 'プレイブック'),
  labelPlural: words('Playbooks', '剧本', 'プレイブック'),
  scope: 'org',
  base: ['date_created', 'date_updated'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, max: 128, search: true, filter: true }),
    path: computed({ label: words('File', '文件', 'ファイル'), type: 'string', nullable: true }),
    create_method: labelled({
      label: words('Made', '创建方式', '作成方法'),
      default: 'blank',
      createOnly: true,
      choices: [
        { value: 'blank', label: words('Here', '在此创建', 'ここで作成') },
        { value: 'vcs', label: words('From Git', '来自 Git', 'Git から取得') },
      ],
    }),
    vcs_url: text({
      label: words('Git address', 'Git 地址', 'Git のアドレス'),
      help: words('https:// only.', '仅支持 https://。', 'https:// のみ。'),
      max: 1024,
      default: '',
      blank: true,
      order: false,
    }),
    vcs_ref: text({
      label: words('Branch or tag', '分支或标签', 'ブランチまたはタグ'),
      help: words('Empty: the branch that the remote offers.', '留空则使用远端默认分支。', '空欄ならリモートの既定ブランチです。'),
      max: 255,
      default: '',
      blank: true,
      order: false,
    }),
    vcs_username: text({
      label: words('Git username', 'Git 用户名', 'Git のユーザー名'),
      max: 128,
      default: '',
      blank: true,
      order: false,
    }),
    vcs_token: secret({ label: words('Git token', 'Git 令牌', 'Git のトークン'), max: 4096 }),
    vcs_commit: text({ label: words('Commit', '提交', 'コミット'), readOnly: true, max: 64, default: '', order: false }),
    date_synced: datetime({
      label: words('Updated from Git', 'Git 更新时间', 'Git からの更新日時'),
      readOnly: true,
      nullable: true,
      order: false,
    }),
    is_shared: boolean({
      label: words('Shared', '共享', '共有'),
      help: words(
        'Everyone in the organisation may use and read it; only its owner changes it.',
        '组织内所有人可使用和查看，仅所有者可修改。',
        '組織の全員が利用・閲覧できます。変更できるのは所有者だけです。',
      ),
      default: false,
    }),
    comment: text({
      label: words('Comment', '备注', '備考'),
      multiline: true,
      max: 1024,
      default: '',
      blank: true,
      search: true,
      order: false,
    }),
    creator: computed({ label: words('Owner', '所有者', '所有者'), type: 'string' }),
    task_id: computed({ label: words('Started update', '已启动的更新', '開始した更新'), type: 'string', nullable: true }),
  },
  columns: {
    creator_id: 'uuid not null references users (id) on delete cascade',
    /** The update from Git that is under way. */
    sync_run: 'uuid',
  },
  indexes: ['creator_id'],
  order: 'date_created',
  uniqueTogether: [['creator_id', 'name']],
  mini: ['id', 'name'],
  small: ['id', 'name', 'is_shared', 'comment'],
});

export type PlaybookRow = RowOf<typeof playbook>;

/** Own ones, and what others share. */
export const playbookRows = rowsOf(playbook, (ctx, t) => eb.or([eb(t('creator_id'), '=', ctx.actor.id), eb(t('is_shared'), '=', true)]));
