import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient, ReviewInfo } from '@postern/client/component';
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
  while (!cancelled.aborted) {
    await wait(pollMs, undefined, { signal: cancelled }).catch(() => undefined);
    if (cancelled.aborted) break;
    // A core that is away for a moment decides nothing; the person can always withdraw.
    const state = await core.reviewState(info).catch(() => '');
    if (state === 'approved') return 'approved';
    if (state === 'rejected' || state === 'closed') return 'rejected';
  }
  await core.cancelReview(info).catch(() => undefined);
  return 'cancelled';
}
