import type { ComponentClient, ReviewInfo } from '@postern/client/component';
import { untilTicketDecided } from '../../core/decision.ts';
import type { MessageKey } from '../../messages.ts';
import type { ReviewOutcome } from './command-gate.ts';

/** Between two looks at the ticket. The 10 s of existing components would leave a person waiting long after the approval. */
const POLL_MS = 3_000;

/** Opens the ticket for one command and waits until somebody decides or the person withdraws (docs/wire/components.md#command-rules). */
export async function reviewCommand(
  core: Pick<ComponentClient, 'requestReview' | 'reviewState' | 'cancelReview'>,
  sessionId: string,
  acl: string,
  command: string,
  cancelled: AbortSignal,
  notice: (key: MessageKey, params: Readonly<Record<string, string>>) => void,
  pollMs = POLL_MS,
): Promise<ReviewOutcome> {
  let info: ReviewInfo;
  try {
    info = await core.requestReview(sessionId, acl, command);
  } catch {
    return 'failed';
  }
  notice('review_waiting', { assignees: (info.assignees ?? []).join(', ') });
  return untilTicketDecided(core, info, cancelled, pollMs);
}
