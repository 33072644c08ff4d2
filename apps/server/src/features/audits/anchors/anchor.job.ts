import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessageWords } from '../../notifications/index.ts';
import { knownAnchorKey } from './anchor.ts';
import { fileTarget } from './file.target.ts';
import { objectStoreOf } from './object-store.target.ts';
import { sendAnchors } from './send.ts';
import { syslogTarget } from './syslog.target.ts';
import { takeAnchors } from './take.ts';
import type { AnchorTarget } from './target.ts';

export interface AnchorDeps {
  platform: Pick<Platform, 'asSystem' | 'outbound' | 'settings' | 'systemSettings'>;
  /** Puts a message into the boxes of whoever is subscribed to it, inside the transaction. */
  tellSubscribers(ctx: Context, notice: MessageWords): Promise<void>;
}

const SUBJECT = text('The audit log is not anchored', '审计日志锚点写入失败', '監査ログのアンカーを書き込めません');
const MESSAGE = text(
  '<p>{target} does not take anchors of the audit log: {reason}. They are kept and sent again every minute.</p>',
  '<p>{target} 无法接收审计日志锚点：{reason}。锚点已保留，每分钟重试一次。</p>',
  '<p>{target} が監査ログのアンカーを受け取りません：{reason}。アンカーは保管し、1 分ごとに送り直します。</p>',
);

/** All places that the settings name; the file in the data folder is always one of them. */
export function anchorTargets({ settings, systemSettings, outbound }: AnchorDeps['platform']): AnchorTarget[] {
  return [
    fileTarget(settings.dataDir),
    objectStoreOf(systemSettings, outbound, knownAnchorKey(systemSettings)),
    syslogTarget(systemSettings.get('AUDIT_ANCHOR_SYSLOG'), settings.outboundAllow),
  ].filter((target) => target !== undefined);
}

/** Takes the heads of the chains, when it is time, and tells all places what they have not had. */
export const anchorJob = ({ platform, tellSubscribers }: AnchorDeps): Job => ({
  name: 'audit-anchors',
  schedule: '* * * * *',
  transaction: false,
  async run() {
    await platform.asSystem('anchors', (ctx) => takeAnchors(ctx, platform.systemSettings));
    const deps = {
      asSystem: platform.asSystem,
      warn: (ctx: Context, target: string, reason: string) =>
        tellSubscribers(ctx, { subject: SUBJECT, message: MESSAGE, params: { target, reason } }),
    };
    // One that hangs does not keep the others from theirs.
    await Promise.all(anchorTargets(platform).map((target) => sendAnchors(deps, target)));
  },
});
