import type { Database, RowOf } from '@postern/resource';
import { appendToChain, type ChainDefinition } from './chain.ts';

/** What proves files that retention has removed (decision 0179): evidence that nothing removes, in a chain of its own. */
export const keptDigestChain: ChainDefinition = {
  table: 'kept_digests',
  columns: [
    'id',
    'kind',
    'session_id',
    'org_id',
    'user',
    'user_id',
    'asset',
    'asset_id',
    'account',
    'account_id',
    'protocol',
    'date_start',
    'date_end',
    'name',
    'bytes',
    'sha256',
    'chain_links',
    'chain_end',
    'datetime',
  ],
};

/** One removed file; a session or transfer that names itself at length is cut, so that no row grows with what components send. */
export type KeptDigest = Omit<RowOf<{ table: 'kept_digests' }>, 'seq' | 'prev_hash' | 'hash' | 'datetime' | 'kind'> & {
  kind: 'recording' | 'file';
};

/** Letters of one text at most. */
const MAX_TEXT = 256;

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

/** Writes digests down in the transaction that removes what they are of, so that there are both or neither. */
export function keepDigests(tx: Database, digests: readonly KeptDigest[], datetime: Date): Promise<void> {
  const bounded = digests.map(({ user, user_id, asset, asset_id, account, account_id, protocol, name, ...rest }) => ({
    ...rest,
    user: cut(user),
    user_id: cut(user_id),
    asset: cut(asset),
    asset_id: cut(asset_id),
    account: cut(account),
    account_id: cut(account_id),
    protocol: cut(protocol),
    name: cut(name),
    datetime,
  }));
  return appendToChain(tx, keptDigestChain, bounded);
}
