import { addressOf } from '@postern/client/api';
import type { Row } from '../../model/resource.ts';
import { client, collectionAt } from '../../session/http.ts';

/** Who belongs to which group: the pair is all there is to it (docs/wire/users.md#members-of-groups). */
export interface Membership {
  user: Row['id'];
  usergroup: Row['id'];
}

/** Makes many members at once. */
export const join = (members: readonly Membership[]): Promise<unknown> =>
  collectionAt<unknown, readonly Membership[]>(addressOf('usersGroupsRelations')).create(members);

export const leave = ({ user, usergroup }: Membership): Promise<unknown> =>
  client.usersGroupsRelations.delete({ user: String(user), usergroup: String(usergroup) });
