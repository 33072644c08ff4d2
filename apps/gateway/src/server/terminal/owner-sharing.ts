import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import type { ShareRequest } from '@postern/contract/frames';
import type { TerminalSession } from '../../carry/terminal-parts.ts';
import { frames } from '../frame-writer.ts';
import type { PageSocket } from '../page-socket.ts';

interface Services {
  core: ComponentClient;
  log: { warn(data: object, message: string): void };
}

/** What the owner of a session asks about sharing it. */
export interface OwnerSharing {
  share(request: ShareRequest): void;
  find(query: string): void;
  remove(session: string, terminalId: string): void;
}

/**
 * Asks the core for what the owner's page wants. One question of each kind at a time: of those that come meanwhile the last search is
 * asked next, and a share is asked for again by whoever waited.
 */
export function createOwnerSharing(session: TerminalSession, page: () => PageSocket | undefined, services: Services): OwnerSharing {
  const { core, log } = services;
  let sharing = false;
  let searching = false;
  let next: string | undefined;

  function refuse(error: unknown): void {
    const line = page();
    if (error instanceof CoreError && error.status >= 400 && error.status < 500) line?.out.text(frames.shareError(line.id, error.detail));
    else line?.out.text(frames.shareError(line.id, ''));
    log.warn({ err: error, session: session.id }, 'a session could not be shared');
  }

  async function search(query: string): Promise<void> {
    const found = await core.sharePeople(session.id, query);
    const line = page();
    line?.out.text(frames.sharePeople(line.id, found));
  }

  return {
    share(request) {
      if (sharing || request.session !== session.id) return;
      sharing = true;
      core
        .share(request)
        .then(({ id, verify_code }) => {
          const line = page();
          line?.out.text(frames.shared(line.id, { share_id: id, code: verify_code }));
        }, refuse)
        .finally(() => {
          sharing = false;
        });
    },
    find(query) {
      next = query;
      if (searching) return;
      searching = true;
      void (async () => {
        while (next !== undefined) {
          const asked: string = next;
          next = undefined;
          await search(asked).catch(refuse);
        }
        searching = false;
      })();
    },
    remove(of, terminalId) {
      if (of === session.id) session.people.remove(terminalId);
    },
  };
}
