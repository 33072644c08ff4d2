import { text as words } from '@postern/contract/text';
import {
  boolean,
  can,
  comment,
  computed,
  datetime,
  defineResource,
  labelled,
  objectSchema,
  type RowOf,
  reference,
  TEXT_SCHEMA,
  text,
  textList,
  uniqueName,
} from '@postern/resource';
import { answerShape } from '../../platform/shown.ts';
import { PLAN, scheduleFields } from '../automations/index.ts';

/** How machines are named (clients know the first; the others are ours, decision 0058). */
export const HOSTNAME_STRATEGIES = [
  {
    value: 'instance_name_partial_ip',
    label: words('Instance name and end of the address', '实例名称和部分 IP', 'インスタンス名とアドレスの末尾'),
  },
  { value: 'instance_name_and_ip', label: words('Instance name and address', '实例名称和 IP', 'インスタンス名とアドレス') },
  { value: 'instance_name', label: words('Instance name', '实例名称', 'インスタンス名') },
] as const;
export type HostnameStrategy = (typeof HOSTNAME_STRATEGIES)[number]['value'];

/** Which of its addresses a machine is reached at (decision 0058). */
export const SYNC_IP_TYPES = [
  { value: 'private', label: words('Private address', '私网 IP', 'プライベート IP') },
  { value: 'public', label: words('Public address', '公网 IP', 'パブリック IP') },
] as const;

/** Brings machines of a cloud account in as assets, by the clock or on demand (docs/wire/cloud-sync.md#tasks). */
export const syncInstanceTask = defineResource({
  ...PLAN,
  name: 'syncinstancetask',
  app: 'xpack',
  path: 'cloud/sync-instance-tasks',
  table: 'sync_instance_tasks',
  label: words('Cloud sync task', '云同步任务', 'クラウド同期タスク'),
  labelPlural: words('Cloud sync tasks', '云同步任务', 'クラウド同期タスク'),
  bulk: false,
  small: ['id', 'name', 'account', 'is_periodic', 'comment'],
  fields: {
    name: uniqueName('org'),
    account: reference('cloudaccount', {
      label: words('Account', '账号', 'アカウント'),
      show: ['id', 'name', 'provider'],
      required: true,
      filter: true,
      onDelete: 'restrict',
    }),
    regions: textList({
      label: words('Regions', '区域', 'リージョン'),
      help: words('Empty: all regions.', '留空表示全部区域。', '空欄の場合はすべてのリージョン。'),
      max: 128,
      default: [],
    }),
    hostname_strategy: labelled({
      label: words('Naming', '主机名策略', '名前の付け方'),
      help: words(
        'Names that are taken already get a number at the end.',
        '名称重复时在末尾追加序号。',
        '名前が重複するときは末尾に番号が付きます。',
      ),
      required: true,
      order: false,
      choices: HOSTNAME_STRATEGIES,
    }),
    node: reference('node', {
      label: words('Node', '节点', 'ノード'),
      show: ['id', 'name', 'full_value'],
      required: true,
      onDelete: 'restrict',
    }),
    protocols: text({
      label: words('Protocols', '协议', 'プロトコル'),
      help: words(
        'For example ssh/22 rdp/3389; a machine gets those its platform has.',
        '例如 ssh/22 rdp/3389；主机仅使用其平台支持的协议。',
        '例：ssh/22 rdp/3389。マシンには、プラットフォームが対応するものだけが設定されます。',
      ),
      max: 512,
      default: 'ssh/22 rdp/3389',
      blank: true,
      order: false,
    }),
    ip_network_segment_group: textList({
      label: words('Address ranges', 'IP 网段', 'アドレスの範囲'),
      help: words(
        'Only addresses in these networks and ranges are used; * for all.',
        '仅使用这些网段内的地址；* 表示全部。',
        'このネットワークや範囲のアドレスだけを使います。* はすべて。',
      ),
      max: 128,
      default: ['*'],
    }),
    sync_ip_type: labelled({
      label: words('Address to use', 'IP 类型', '使用するアドレス'),
      default: 'private',
      order: false,
      choices: SYNC_IP_TYPES,
    }),
    is_always_update: boolean({
      label: words('Always update', '总是更新', '常に更新'),
      help: words(
        'Each run brings name and address of known machines up to date.',
        '每次同步都更新已有主机的名称和地址。',
        '同期のたびに、既知のマシンの名前とアドレスを更新します。',
      ),
    }),
    ...scheduleFields(),
    history_count: computed({ label: words('Runs', '同步次数', '同期回数'), type: 'integer' }),
    instance_count: computed({ label: words('Instances', '实例数', 'インスタンス数'), type: 'integer' }),
    date_last_sync: datetime({ label: words('Last sync', '最近同步', '最終同期'), readOnly: true, nullable: true, order: false }),
    comment: comment(),
  },
  actions: {
    run: {
      method: 'GET',
      on: 'detail',
      path: 'run',
      policy: can('xpack.add_syncinstancetaskexecution'),
      transaction: true,
      answer: answerShape(objectSchema({ task: TEXT_SCHEMA })),
    },
    history: {
      method: 'GET',
      on: 'detail',
      path: 'history',
      policy: can('xpack.view_syncinstancetaskexecution'),
      shape: { rows: 'syncinstancetaskexecution' },
    },
    instances: {
      method: 'GET',
      on: 'detail',
      path: 'instances',
      policy: can('xpack.view_syncinstancedetail'),
      shape: { rows: 'syncinstancedetail' },
    },
    // Whoever clears up deletes assets and answers for the task.
    released: {
      method: 'DELETE',
      on: 'detail',
      path: 'released-assets',
      status: 204,
      policy: can('xpack.change_syncinstancetask', 'assets.delete_asset'),
    },
  },
});

export type SyncTask = RowOf<typeof syncInstanceTask>;

declare module '@postern/resource/database' {
  interface Columns {
    'sync_instance_tasks.regions': string[];
    'sync_instance_tasks.hostname_strategy': HostnameStrategy;
    'sync_instance_tasks.ip_network_segment_group': string[];
  }
}
