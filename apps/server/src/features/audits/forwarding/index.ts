import { resource } from '@postern/resource';
import type { Feature } from '../../../platform/feature.ts';
import { type ForwardJobDeps, forwardJob } from './forward.job.ts';
import { auditReceiverBehaviour } from './receiver.behaviour.ts';
import { auditReceiver } from './receiver.resource.ts';
import { auditFeed, auditFeedHeads, auditReceiverCursors } from './tables.ts';

/** Telling others, event by event, what the audit trail says (docs/audit-forwarding.md). */
export const forwardingOf = (deps: ForwardJobDeps): Required<Pick<Feature, 'resources' | 'tables' | 'jobs'>> => ({
  resources: [resource(auditReceiver, auditReceiverBehaviour(deps.platform))],
  tables: [auditFeed, auditFeedHeads, auditReceiverCursors],
  jobs: [forwardJob(deps)],
});
