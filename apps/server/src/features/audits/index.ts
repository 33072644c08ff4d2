import { text } from '@postern/contract/text';
import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { activitiesRoute, activityTable } from './activity.ts';
import { type AnchorDeps, anchorJob } from './anchors/anchor.job.ts';
import { auditAnchors, auditAnchorTargets } from './anchors/tables.ts';
import { loginLogBehaviour, operateLogBehaviour, type PlainWords } from './audits.behaviour.ts';
import type { ForwardJobDeps } from './forwarding/forward.job.ts';
import { forwardingOf } from './forwarding/index.ts';
import { logRoutes } from './log.routes.ts';
import { passwordChangeRows } from './log.rows.ts';
import { loginLog, operateLog, passwordChangeLog } from './logs.resource.ts';

export { DETAIL_SEPARATOR, recordActivity } from './activity.ts';
export { loginRows, operateRows } from './log.rows.ts';
export { loginLog, operateLog } from './logs.resource.ts';
export { AUDIT_USAGE, auditCommand } from './verify.command.ts';

/** What is cleaned and is no resource. */
const OWN_WORDS: PlainWords = { activitylog: { label: text('Activity log', '活动日志', 'アクティビティ履歴'), fields: {} } };

/** Reading what was recorded: operations, logins, activities; and telling its state to places outside. Writing is the platform's. */
export function auditsFeature(deps: { kernel(): Kernel; plain: PlainWords; anchors: AnchorDeps; forwarding: ForwardJobDeps }): Feature {
  const plain = { ...deps.plain, ...OWN_WORDS };
  const forwarding = forwardingOf(deps.forwarding);
  return {
    resources: [
      resource(operateLog, operateLogBehaviour(deps.kernel, plain)),
      resource(loginLog, loginLogBehaviour),
      resource(passwordChangeLog, { rows: passwordChangeRows }),
      ...forwarding.resources,
    ],
    tables: [activityTable, auditAnchors, auditAnchorTargets, ...forwarding.tables],
    routes: [activitiesRoute, ...logRoutes(plain)],
    jobs: [anchorJob(deps.anchors), ...forwarding.jobs],
  };
}
