import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import type { FtpLog } from './ftp-log.resource.ts';

/** A file that was moved in a session that is over, of which no copy was kept. */
export type PastTransfer = Pick<FtpLog, 'user' | 'asset' | 'account' | 'remote_addr' | 'operate' | 'filename' | 'size' | 'date_start'>;

/** Writes one down as the component that carried the session would have. For the demo: what is evidence comes from components alone. */
export async function keepPastTransfer(ctx: Context, session: string, transfer: PastTransfer): Promise<void> {
  await ctx.tx
    .insertInto('ftp_logs')
    .values({ ...transfer, id: randomUUID(), org_id: ctx.org.id, session_id: session, is_success: true, has_file: false })
    .execute();
}
