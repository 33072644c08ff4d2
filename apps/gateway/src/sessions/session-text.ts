import { coreDate } from '@postern/client/component';
import type { ConnectionSecret, SessionCreate } from '@postern/contract/component';

/** What the core is told about a session, with the display texts it keeps after user, asset or account are gone. */
export function describeSession(
  id: string,
  secret: ConnectionSecret,
  from: { remoteAddr: string; loginFrom: SessionCreate['login_from']; start: Date },
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
    type: 'normal',
  };
}
