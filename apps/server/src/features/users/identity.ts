import { parseUuid } from '@postern/contract/ids';
import type { ComponentStanding, Database, SecretBox } from '@postern/resource';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Identity, IdentityUser } from '../../platform/auth/identity.ts';
import { tokenHash } from '../../platform/auth/random.ts';
import { now } from '../../platform/database/moment.queries.ts';
import { limitsOf, noteAccessKeyUse, SIGNING_KEY, signingKeyOf } from '../access-keys/index.ts';
import { resolveOrganisation } from '../organizations/index.ts';
import { rightsOf } from '../rbac/index.ts';

interface UserRow {
  id: string;
  name: string;
  username: string;
  service: boolean;
  program: boolean;
  valid: boolean;
  component: ComponentStanding | null;
}

/** People, programs and components, and of these what they are registered as. */
const people = (db: Database) =>
  db.selectFrom('users as u').select((u) => [
    'u.id',
    'u.name',
    'u.username',
    'u.is_service_account as service',
    'u.program',
    u
      .and([u('u.is_active', '=', true), u.or([u('u.date_expired', 'is', null), u('u.date_expired', '>', now)])])
      .$castTo<boolean>()
      .as('valid'),
    u
      .case()
      .when(u.and([u('u.is_service_account', '=', true), u('u.program', '=', false)]))
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

const identityOf = ({ id, name, username, service, program, valid, component }: UserRow): IdentityUser => ({
  id,
  name,
  username,
  // The protocol of components is for those that registered; a program has rights of roles, as a person has.
  kind: service && !program ? 'component' : 'user',
  valid,
  ...(program ? { program: true } : {}),
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
      if (!id) return undefined;
      // Every request of a component asks this: the key and whose it is are one question.
      const row = await people(db)
        .innerJoin('access_keys as k', 'k.user_id', 'u.id')
        .select(SIGNING_KEY)
        .where('k.id', '=', id)
        .where('k.is_active', '=', true)
        .where((t) => t.or([t('k.date_expired', 'is', null), t('k.date_expired', '>', now)]))
        .executeTakeFirst();
      return row && { user: identityOf(row), ...signingKeyOf(secrets, row) };
    },
    usedAccessKey: noteAccessKeyUse,
    async loadByPrivateToken(db, key) {
      const row = await people(db)
        .innerJoin('private_tokens as p', 'p.user_id', 'u.id')
        .select(['p.ip_group', 'p.date_expired', 'p.is_read_only', 'p.permissions'])
        .where('p.token_hash', '=', tokenHash(key))
        .where((t) => t.or([t('p.date_expired', 'is', null), t('p.date_expired', '>', now)]))
        .executeTakeFirst();
      return row && { user: identityOf(row), addresses: row.ip_group, limits: limitsOf(row) };
    },
    async loadByConnectionToken(db, tokenId) {
      const id = parseUuid(tokenId);
      const userId = id && (await deps.userOfConnectionToken(db, id));
      return userId ? loadUser(db, userId) : undefined;
    },
    permissionsOf: rightsOf,
    resolveOrganisation,
  };
}
