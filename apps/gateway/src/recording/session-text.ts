import { coreDate } from '@postern/client/component';
import type { CommandEntry, ConnectionSecret, SessionCreate, TransferEntry } from '@postern/contract/component';
import type { TrackedCommand } from '../policy/tracker/tracked-command.ts';
import { nextEvidenceId } from './evidence-ids.ts';
import type { CopiedFile } from './scp-stream.ts';

/** What the core is told about a session, with the display texts it keeps after user, asset or account are gone. */
export function describeSession(
  id: string,
  secret: ConnectionSecret,
  from: { remoteAddr: string; loginFrom: SessionCreate['login_from']; start: Date; type?: SessionCreate['type'] },
): SessionCreate {
  return {
    id,
    user: `${secret.user.name}(${secret.user.username})`,
    user_id: secret.user.id,
    asset: `${secret.asset.name}(${secret.asset.address})`,
    asset_id: secret.asset.id,
    account: `${secret.account.name}(${secret.account.username})`,
    account_id: secret.account.id ?? secret.account.name,
    protocol: secret.protocol,
    login_from: from.loginFrom,
    remote_addr: from.remoteAddr,
    date_start: coreDate(from.start),
    org_id: secret.asset.org_id,
    type: from.type ?? 'normal',
  };
}

/** One file that was moved, however it was named by the side that sent it. */
export const describeTransfer = (
  info: SessionCreate,
  operate: TransferEntry['operate'],
  { name, size, whole }: Pick<CopiedFile, 'name' | 'size' | 'whole'>,
): TransferEntry => ({
  id: nextEvidenceId(),
  session: info.id,
  org_id: info.org_id,
  user: info.user,
  asset: info.asset,
  account: info.account,
  remote_addr: info.remote_addr,
  operate,
  filename: name,
  date_start: coreDate(new Date()),
  is_success: whole,
  size,
});

/** One line of the command log. */
export const describeCommand = (info: SessionCreate, found: TrackedCommand): CommandEntry => ({
  id: found.id ?? nextEvidenceId(),
  session: info.id,
  org_id: info.org_id,
  user: found.by ?? info.user,
  asset: info.asset,
  account: info.account,
  input: found.input,
  output: found.output,
  timestamp: found.timestamp,
  risk_level: found.level,
  ...(found.acl ? { cmd_filter_acl: found.acl, cmd_group: found.group } : {}),
});
