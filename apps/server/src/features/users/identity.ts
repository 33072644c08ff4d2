import { parseUuid } from '@postern/contract/ids';
import type { Database, SecretBox } from '@postern/resource';
import { sql } from 'kysely';
import type { Identity, IdentityUser } from '../../platform/auth/identity.ts';
import { tokenHash } from '../../platform/auth/random.ts';
import { resolveOrganisation } from '../organizations/index.ts';
import { rightsOf } from '../rbac/index.ts';

interface UserRow {
  id: string;
  name: string;
  username: string;
  service: boolean;
  valid: boolean;
}

const COLUMNS = sql`u.id, u.name, u.username, u.is_service_account as service,
  (u.is_active and (u.date_expired is null or u.date_expired > now())) as valid`;

const identityOf = ({ id, name, username, service, valid }: UserRow): IdentityUser => ({
  id,
  name,
  username,
  kind: service ? 'component' : 'user',
  valid,
});

/** Answers the platform's "who asks" from users, keys, roles and organisations (DESIGN §8.2). */
export function createIdentity(
  secrets: SecretBox,
  deps: { userOfConnectionToken(db: Database, tokenId: string): Promise<string | undefined> },
): Identity {
  async function loadUser(db: Database, id: string): Promise<IdentityUser | undefined> {
    const { rows } = await sql<UserRow>`select ${COLUMNS} from users u where u.id = ${id}`.execute(db);
    return rows[0] && identityOf(rows[0]);
  }
  return {
    loadUser,
    async loadByAccessKey(db, keyId) {
      const id = parseUuid(keyId);
      if (!id) return undefined;
      const { rows } = await sql<UserRow & { secret: string }>`
        select ${COLUMNS}, k.sealed_secret as secret from access_keys k join users u on u.id = k.user_id where k.id = ${id} and k.is_active`.execute(
        db,
      );
      return rows[0] && { user: identityOf(rows[0]), secret: secrets.open(rows[0].secret) };
    },
    async loadByPrivateToken(db, key) {
      const { rows } = await sql<UserRow>`
        select ${COLUMNS} from private_tokens p join users u on u.id = p.user_id where p.token_hash = ${tokenHash(key)}`.execute(db);
      return rows[0] && identityOf(rows[0]);
    },
    async loadByConnectionToken(db, tokenId) {
      const id = parseUuid(tokenId);
      const userId = id && (await deps.userOfConnectionToken(db, id));
      return userId ? loadUser(db, userId) : undefined;
    },
    async permissionsOf(db, userId, orgId) {
      return rightsOf(db, userId, orgId);
    },
    resolveOrganisation,
  };
}
