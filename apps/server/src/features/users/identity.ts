import { parseUuid } from '@postern/contract/ids';
import type { ComponentStanding, Database, SecretBox } from '@postern/resource';
import { sql } from 'kysely';
import type { AccessKeyOwner, Identity, IdentityUser } from '../../platform/auth/identity.ts';
import { tokenHash } from '../../platform/auth/random.ts';
import { resolveOrganisation } from '../organizations/index.ts';
import { rightsOf } from '../rbac/index.ts';

interface UserRow {
  id: string;
  name: string;
  username: string;
  service: boolean;
  valid: boolean;
  component: ComponentStanding | null;
}

/** Milliseconds in which the use of a key from one address is noted once. */
const NOTED_MS = 60_000;

const COLUMNS = sql`u.id, u.name, u.username, u.is_service_account as service,
  (u.is_active and (u.date_expired is null or u.date_expired > now())) as valid,
  case when u.is_service_account then (
    select json_build_object('id', c.id, 'type', c.type, 'approved', c.date_approved is not null and c.date_revoked is null)
    from terminals c where c.user_id = u.id limit 1) end as component`;

const identityOf = ({ id, name, username, service, valid, component }: UserRow): IdentityUser => ({
  id,
  name,
  username,
  kind: service ? 'component' : 'user',
  valid,
  ...(component ? { component } : {}),
});

/** Answers the platform's "who asks" from users, keys, roles and organisations. */
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
    async loadByAccessKey(db, given) {
      const id = parseUuid(given);
      if (!id) return undefined;
      const { rows } = await sql<UserRow & Omit<AccessKeyOwner, 'user'>>`
        select ${COLUMNS}, k.id as "keyId", k.sealed_secret as secret, k.ip_group as addresses, k.signs_body as "signsBody",
          k.date_last_used as "lastUsed", k.last_used_from as "usedFrom"
        from access_keys k join users u on u.id = k.user_id where k.id = ${id} and k.is_active`.execute(db);
      const [row] = rows;
      if (!row) return undefined;
      const { keyId, secret, addresses, signsBody, lastUsed, usedFrom } = row;
      return { user: identityOf(row), keyId, secret: secrets.open(secret), addresses, signsBody, lastUsed, usedFrom };
    },
    async usedAccessKey(db, key, { ip, signsBody }) {
      const recent = key.lastUsed && Date.now() - key.lastUsed.getTime() < NOTED_MS && key.usedFrom === ip;
      if (recent && (key.signsBody || !signsBody)) return;
      await sql`update access_keys set date_last_used = now(), last_used_from = ${ip.slice(0, 45)}, signs_body = signs_body or ${signsBody}
        where id = ${key.keyId}`.execute(db);
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
