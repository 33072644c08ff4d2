import { type Text, text } from '@postern/contract/text';

/** Whom a message of the system reaches until somebody chooses: administrators of the system, or nobody. */
type First = 'administrators' | 'nobody';

/**
 * Messages that the system sends by itself, for whoever is subscribed to them (docs/wire/messages.md#messages-of-the-system). What is not
 * sent in this version has no line. What is urgent never waits for other messages. The names of the first two are those that clients of this API know.
 */
export const SYSTEM_MESSAGES = {
  StorageConnectivityMessage: {
    category: 'storage',
    label: text('A storage cannot be reached', '存储无法访问', '保存先に接続できない'),
    first: 'administrators',
    urgent: false,
  },
  CommandAlertMessage: {
    category: 'terminal',
    label: text('A command was refused or warned of', '命令被拒绝或告警', 'コマンドの拒否・警告'),
    // The reviewers of the rule are told whether or not anybody subscribes.
    first: 'nobody',
    urgent: true,
  },
  ComponentRegisteredMessage: {
    category: 'terminal',
    label: text('A component has registered', '有新组件注册', 'コンポーネントの登録'),
    first: 'administrators',
    urgent: false,
  },
  DirectorySyncMessage: {
    category: 'directory',
    label: text('A directory sync has stopped', '目录同步已停止', 'ディレクトリの同期が止まった'),
    first: 'administrators',
    urgent: false,
  },
  OutsidePeopleMessage: {
    category: 'people',
    label: text('Somebody from outside has no sponsor', '外部人员失去担保人', '社外の人の責任者が不在'),
    first: 'administrators',
    urgent: false,
  },
  WaitingPeopleMessage: {
    category: 'people',
    label: text('Somebody new waits for approval', '有新人员等待批准', '新しい人が承認を待っている'),
    // Those who may let them in where they belong are told whether or not anybody subscribes.
    first: 'administrators',
    urgent: false,
  },
  ServiceAccountMessage: {
    category: 'people',
    label: text('A service account has no sponsor', '服务账号失去担保人', 'サービスアカウントの責任者が不在'),
    // Those who manage the accounts of the organisation are told whether or not anybody subscribes.
    first: 'administrators',
    urgent: false,
  },
  BreakGlassMessage: {
    category: 'emergency',
    label: text('Somebody took access without approval', '有人未经审批直接访问', '承認なしでアクセスを取得'),
    // Those who would have decided are told whether or not anybody subscribes.
    first: 'administrators',
    urgent: true,
  },
  AuditTrailMessage: {
    category: 'audit',
    label: text('The audit trail cannot be told elsewhere', '审计记录无法外发', '監査証跡を外部に送れない'),
    first: 'administrators',
    urgent: true,
  },
  DeliveryMessage: {
    category: 'system',
    label: text('Messages do not go out', '消息无法发送', 'メッセージを送れない'),
    first: 'administrators',
    urgent: true,
  },
  LicenceMessage: {
    category: 'system',
    label: text('The licence ends', '许可证到期', 'ライセンスの期限'),
    first: 'administrators',
    urgent: false,
  },
} as const satisfies Record<string, { category: string; label: Text; first: First; urgent: boolean }>;

export type SystemMessage = keyof typeof SYSTEM_MESSAGES;

export const isSystemMessage = (name: string): name is SystemMessage => Object.hasOwn(SYSTEM_MESSAGES, name);

/** Categories, in the order in which they are shown. */
export const CATEGORIES = {
  storage: text('Storage', '存储', '保存先'),
  terminal: text('Terminal', '终端', 'ターミナル'),
  directory: text('Directory', '目录', 'ディレクトリ'),
  people: text('People', '人员', '人'),
  emergency: text('Emergency access', '紧急访问', '緊急アクセス'),
  audit: text('Audit', '审计', '監査'),
  system: text('System', '系统', 'システム'),
} as const satisfies Record<(typeof SYSTEM_MESSAGES)[SystemMessage]['category'], Text>;
