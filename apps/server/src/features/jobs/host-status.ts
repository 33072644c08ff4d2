import { CodedError, type ErrorCode } from '@postern/contract/errors';
import { type Text, text } from '@postern/contract/text';

/** What became of a machine in a run, and the words for it. */

export const HOST_STATUS = {
  waiting: text('Waiting', '等待中', '待機中'),
  running: text('Running', '执行中', '実行中'),
  ok: text('Succeeded', '成功', '成功'),
  failed: text('Failed', '失败', '失敗'),
  excluded: text('Left out', '已排除', '対象外'),
  unreachable: text('Unreachable', '无法连接', '接続不可'),
  timeout: text('Timed out', '超时', 'タイムアウト'),
  stopped: text('Stopped', '已停止', '停止'),
  unknown: text('Unknown', '未知', '不明'),
} as const satisfies Record<string, Text>;
export type HostStatus = keyof typeof HOST_STATUS;

/** Those that are tried again by whoever repeats what did not work. */
export const NOT_DONE: readonly HostStatus[] = ['failed', 'excluded', 'unreachable', 'timeout', 'stopped', 'unknown'];

/** Why a machine was left out or not reached: codes and params, put into words for whoever reads them. */
export interface HostReason {
  code: ErrorCode;
  params?: Readonly<Record<string, unknown>>;
}

export const reasonOf = (error: unknown): HostReason | undefined =>
  error instanceof CodedError ? { code: error.code, params: error.params } : undefined;
