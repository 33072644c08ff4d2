import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient, SessionPatch } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import type { SessionCreate } from '@postern/contract/component';
import { SessionRefusal } from '../pipeline/refusal.ts';

const CORE_TRIES = [500, 2_000, 5_000];

/** What the core is told about one session, in order. */
export interface Reporter {
  /** Has to come first. Without a row in the core there is no session. @throws SessionRefusal `session_limit` (with the core's own words) or `core_unavailable` */
  create(session: SessionCreate, ticket: string | undefined, language: string): Promise<void>;
  /**
   * Tried a few times; what the core misses for good is closed out from the spool later. Never rejects. What comes while another change is being told goes
   * along in one: a command that is run and over at once is told of in one change instead of three.
   */
  patch(change: SessionPatch): void;
  /** Resolves when everything so far was told or given up: whether the core knows it all. */
  settled(): Promise<boolean>;
}

export function createReporter(
  core: Pick<ComponentClient, 'createSession' | 'linkTicket' | 'patchSession'>,
  id: string,
  log: { warn(data: object, message: string): void },
): Reporter {
  let turn: Promise<void> = Promise.resolve();
  let created = false;
  let complete = true;
  let waiting: SessionPatch | undefined;

  async function tell(change: SessionPatch): Promise<void> {
    if (!created) return;
    for (let attempt = 0; ; attempt += 1) {
      try {
        await core.patchSession(id, change);
        return;
      } catch (error) {
        const pause = CORE_TRIES[attempt];
        if (pause === undefined) {
          complete = false;
          log.warn({ session: id, err: error }, 'the core could not be told about a session');
          return;
        }
        await wait(pause);
      }
    }
  }

  return {
    create(session, ticket, language) {
      const work = core
        .createSession(session, language)
        .catch((error: unknown) => {
          if (error instanceof CoreError && error.code === 'session_limit_reached')
            throw new SessionRefusal('session_limit', { detail: error.detail }, error);
          throw new SessionRefusal('core_unavailable', {}, error);
        })
        .then(() => {
          created = true;
        });
      // Whatever is reported meanwhile waits until the core knows the session.
      turn = work.catch(() => undefined);
      if (ticket)
        turn = turn
          .then(() => (created ? core.linkTicket(id, ticket) : undefined))
          .catch((error: unknown) => log.warn({ session: id, err: error }, 'ticket not linked'));
      return work;
    },
    patch(change) {
      if (waiting) return void Object.assign(waiting, change);
      const next = { ...change };
      waiting = next;
      turn = turn.then(() => {
        waiting = undefined;
        return tell(next);
      });
    },
    settled: () => turn.then(() => complete),
  };
}
