import { text as t } from '@postern/contract/text';
import {
  type Behaviour,
  boolean,
  can,
  comment,
  datetime,
  defineResource,
  EVERYBODY,
  labelled,
  reference,
  rowsOf,
  uuid,
} from '@postern/resource';

const view = can('terminal.view_applethost');

const STATUSES = [
  { value: 'ready', label: t('Ready', '就绪', '準備完了') },
  { value: 'pending', label: t('Waiting', '等待中', '待機中') },
  { value: 'running', label: t('At work', '执行中', '実行中') },
  { value: 'success', label: t('Success', '成功', '成功') },
  { value: 'failed', label: t('Failed', '失败', '失敗') },
  { value: 'error', label: t('Broken off', '异常中止', '中断') },
  { value: 'canceled', label: t('Replaced by a later one', '已被后续部署取代', '後の配備に置き換え') },
] as const;

declare module '@postern/resource/database' {
  interface Columns {
    'applet_host_deployments.status': (typeof STATUSES)[number]['value'];
  }
}

/** That a host was to be brought to what it has to have, and what its agent made of it (docs/wire/components.md#deployments). */
export const deployment = defineResource({
  name: 'applethostdeployment',
  app: 'terminal',
  path: 'applet-host-deployments',
  table: 'applet_host_deployments',
  label: t('Deployment of an application host', '应用发布机部署', 'アプリホストの配備'),
  labelPlural: t('Deployments of application hosts', '应用发布机部署', 'アプリホストの配備'),
  scope: 'system',
  verbs: ['list', 'retrieve'],
  access: { list: view, retrieve: view },
  bulk: false,
  base: ['created_by', 'date_created', 'date_updated'],
  order: '-date_created',
  title: 'id',
  fields: {
    host: reference('applethost', {
      label: t('Host', '发布机', 'ホスト'),
      required: true,
      readOnly: true,
      filter: true,
      onDelete: 'cascade',
    }),
    /** Nothing: all of them. */
    applet: reference('applet', {
      label: t('Remote application', '远程应用', 'リモートアプリ'),
      readOnly: true,
      nullable: true,
      onDelete: 'cascade',
    }),
    is_full: boolean({ label: t('Host and applications', '发布机与应用', 'ホストとアプリ'), readOnly: true }),
    status: labelled({ label: t('Status', '状态', '状態'), readOnly: true, default: 'pending', noIndex: 'few rows', choices: STATUSES }),
    task: uuid({ label: t('Task', '任务', 'タスク'), required: true, readOnly: true, order: false }),
    comment: comment(),
    date_start: datetime({ label: t('Started', '开始时间', '開始日時'), readOnly: true, nullable: true }),
    date_finished: datetime({ label: t('Finished', '结束时间', '終了日時'), readOnly: true, nullable: true }),
  },
});

/** Whoever may see hosts sees what was asked of them. */
export const deploymentBehaviour: Behaviour = { rows: rowsOf(deployment, () => EVERYBODY) };
