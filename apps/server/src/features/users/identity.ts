import { parseUuid } from '@postern/contract/ids';
import type { ComponentStanding, Database, SecretBox } from '@postern/resource';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Identity, IdentityUser } from '../../platform/auth/identity.ts';
import { tokenHash } from '../../platform/auth/random.ts';
import { now } from '../../platform/database/moment.queries.ts';
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

/** People and components, and of these what they are registered as. */
const people = (db: Database) =>
  db.selectFrom('users as u').select((u) => [
    'u.id',
    'u.name',
    'u.username',
    'u.is_service_account as service',
    u
      .and([u('u.is_active', '=', true), u.or([u('u.date_expired', 'is', null), u('u.date_expired', '>', now)])])
      .$castTo<boolean>()
      .as('valid'),
    u
      .case()
      .when('u.is_service_account', '=', true)
      .then(
        jsonObjectFrom(
          u
            .selectFrom('terminals as c')
            .select((c) => [
              'c.id',
              'c.type',
              c
                .and([c('c.date_approved', 'is not', null), c('c.date_revoked', 'is', null)])
                .$castTo<boolean>()
                .as('approved'),
            ])
            .whereRef('c.user_id', '=', 'u.id')
            .limit(1),
        ),
      )
      .end()
      .as('component'),
  ]);

const identityOf = ({ id, name, username, service, valid, component }: UserRow): IdentityUser => ({
  id,
  name,
  username,
  kind: service ? 'component' : 'user',
  valid,
  ...(component ? { component } : {}),
});

const found = (row: UserRow | undefined): IdentityUser | undefined => row && identityOf(row);

/** Answers the platform's "who asks" from users, keys, roles and organisations. */
export function createIdentity(
  secrets: SecretBox,
  deps: { userOfConnectionToken(db: Database, tokenId: string): Promise<string | undefined> },
): Identity {
  const loadUser = async (db: Database, id: string): Promise<IdentityUser | undefined> =>
    found(await people(db).where('u.id', '=', id).executeTakeFirst());
  return {
    loadUser,
    async loadByAccessKey(db, given) {
      const id = parseUuid(given);
      const row =
        id &&
        (await people(db)
          .innerJoin('access_keys as k', 'k.user_id', 'u.id')
          .select([
            'k.id as keyId',
            'k.sealed_secret as secret',
            'k.ip_group as addresses',
            'k.signs_body as signsBody',
            'k.date_last_used as lastUsed',
            'k.last_used_from as usedFrom',
          ])
          .where('k.id', '=', id)
          .where('k.is_active', '=', true)
          .executeTakeFirst());
      if (!row) return undefined;
      const { keyId, secret, addresses, signsBody, lastUsed, usedFrom } = row;
      return { user: identityOf(row), keyId, secret: secrets.open(secret), addresses, signsBody, lastUsed, usedFrom };
    },
    async usedAccessKey(db, key, { ip, signsBody }) {
      const recent = key.lastUsed && Date.now() - key.lastUsed.getTime() < NOTED_MS && key.usedFrom === ip;
      if (recent && (key.signsBody || !signsBody)) return;
      await db
        .updateTable('access_keys')
        .set({ date_last_used: now, last_used_from: ip.slice(0, 45), ...(signsBody ? { signs_body: true } : {}) })
        .where('id', '=', key.keyId)
        .execute();
    },
    loadByPrivateToken: async (db, key) =>
      found(
        await people(db)
          .innerJoin('private_tokens as p', 'p.user_id', 'u.id')
          .where('p.token_hash', '=', tokenHash(key))
          .executeTakeFirst(),
      ),
    async loadByConnectionToken(db, tokenId) {
      const id = parseUuid(tokenId);
      const userId = id && (await deps.userOfConnectionToken(db, id));
      return userId ? loadUser(db, userId) : undefined;
    },
    permissionsOf: rightsOf,
    resolveOrganisation,
  };
}
