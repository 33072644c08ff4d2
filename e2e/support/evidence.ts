import type { AuditsFtplog } from '@postern/client/api.gen';
import type { clientOf } from '@postern/testkit/client';
import { until } from './until.ts';

/** The longest that a row takes to come, and its recording after it, on a busy machine. */
const SOON_MS = 60_000;

/** What an auditor finds of a session, once it is over: all of it comes after its end. */
export function evidenceFor(auditor: ReturnType<typeof clientOf>) {
  return {
    /** The newest command that is this one, and its session. */
    command: (isIt: (input: string) => boolean) =>
      until('the command and its session', SOON_MS, async () => {
        const { results } = await auditor.commands.list({ limit: 100, offset: 0 });
        const command = results.find(({ input }) => isIt(input));
        if (!command) return false;
        const session = await auditor.sessions.retrieve(command.session);
        return session.is_finished && session.has_replay && { command, session };
      }),
    /** The newest file transfer that is this one. */
    transfer: (isIt: (row: AuditsFtplog) => boolean) =>
      until('the file transfer', SOON_MS, async () => (await auditor.ftpLogs.list({ limit: 100, offset: 0 })).results.find(isIt)),
  };
}
