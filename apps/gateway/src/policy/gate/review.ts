import type { ComponentClient, ReviewInfo } from '@postern/client/component';
import { REVIEW_POLL_MS, type TicketWatch, untilTicketDecided } from '../../core/decision.ts';
import type { MessageKey } from '../../messages.ts';
import type { ReviewOutcome } from './command-gate.ts';

/** Opens the ticket for one command and waits until somebody decides or the person withdraws (docs/wire/components.md#command-rules). */
export async function reviewCommand(
  core: Pick<ComponentClient, 'requestReview' | 'reviewState' | 'cancelReview'> & TicketWatch,
  sessionId: string,
  acl: string,
  command: string,
  cancelled: AbortSignal,
  notice: (key: MessageKey, params: Readonly<Record<string, string>>) => void,
  pollMs = REVIEW_POLL_MS,
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
