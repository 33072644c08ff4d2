import { randomBytes } from 'node:crypto';
import { componentMayCall } from '@postern/contract/component-calls';
import { ORG, ROLE } from '@postern/contract/ids';
import { builtinRole, permissionByCode } from '@postern/contract/permissions';
import { signedHeaders } from '@postern/contract/signature';
import type { Method, Policy } from '@postern/resource';
import { type Api, createApi } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { mintBearerToken } from '../../src/platform/auth/bearer-tokens.ts';
import { tokenHash } from '../../src/platform/auth/random.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, type TestServer } from '../harness.ts';

/** Who tries a route. What they hold is known here from the roles they were given, not from what the server thinks. */
export interface MatrixActor {
  name: string;
  api: Api;
  /** What the actor shows, for what is no plain request. */
  headers: Readonly<Record<string, string>>;
  /** `refused`: shows credentials that must not count. */
  kind: 'anonymous' | 'refused' | 'bootstrap' | 'user' | 'component';
  userId?: string;
  systemRoles: readonly string[];
  /** Roles by organisation. */
  orgRoles: Readonly<Record<string, readonly string[]>>;
}

export type Expected = 'open' | 401 | 403;

const codesOf = (roles: readonly string[]): string[] => roles.flatMap((id) => [...(builtinRole(id)?.permissions ?? [])]);

/** Codes an actor holds in an organisation (docs/wire/roles.md#rights): system roles everywhere, those of the organisation in it. */
export function codesIn(actor: MatrixActor, orgId: string): ReadonlySet<string> {
  return new Set([...codesOf(actor.systemRoles), ...(orgId === ORG.ROOT ? [] : codesOf(actor.orgRoles[orgId] ?? []))]);
}

export const isSuperuser = (actor: MatrixActor): boolean => actor.systemRoles.includes(ROLE.SYSTEM_ADMIN);

/**
 * What a route has to answer, worked out from docs/wire/conventions.md#who-may and docs/wire/roles.md#rights without the server's code.
 * A header that names credentials and is wrong is refused even where nobody has to log in (docs/wire/conventions.md#who-asks).
 */
export function expected(route: { method?: Method; path: string; policy: Policy }, actor: MatrixActor, orgId: string): Expected {
  const { policy } = route;
  if (actor.kind === 'refused') return 401;
  if (policy.allow === 'anyone') return 'open';
  if (policy.allow === 'bootstrap') return actor.kind === 'bootstrap' ? 'open' : 401;
  if (actor.kind === 'anonymous' || actor.kind === 'bootstrap') return 401;
  if (actor.kind === 'component' && !componentMayCall(route.method ?? 'GET', route.path)) return 403;
  if (policy.allow === 'user') return 'open';
  if (policy.allow === 'component') return actor.kind === 'component' ? 'open' : 403;
  if (isSuperuser(actor)) return 'open';
  if (policy.allow === 'superuser') return 403;
  const granted = codesIn(actor, orgId);
  const all = policy.all.every((entry) => entry.split('|').some((code) => granted.has(code.trim())));
  return all ? 'open' : 403;
}

/** Headers of somebody with a token. */
async function bearer(server: TestServer, userId: string): Promise<Record<string, string>> {
  const { token } = await mintBearerToken(server.db, userId, '127.0.0.1', 3_600);
  return { authorization: `Bearer ${token}` };
}

export interface Component {
  api: Api;
  terminalId: string;
  userId: string;
  /** What it signs with. */
  key: { id: string; secret: string };
}

/** A component of a type, joined as docs/wire/components.md#registering says. */
export async function registerComponent(server: TestServer, type = 'koko'): Promise<Component> {
  const name = uniqueName('component');
  const bootstrap = createApi({
    origin: server.url,
    headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF },
  });
  const answer = await bootstrap.post('terminal/terminal-registrations/', { name, type, comment: '' });
  if (answer.status !== 201) throw new Error(`No component: ${answer.status} ${JSON.stringify(answer.body)}`);
  const userId: string = answer.body.service_account.id;
  const { rows } = await sql<{ id: string }>`select id from terminals where user_id = ${userId}`.execute(server.db);
  if (!rows[0]) throw new Error('The component has no terminal row');
  const { access_key: key } = answer.body.service_account;
  return { api: createApi({ origin: server.url, headers: await bearer(server, userId) }), terminalId: rows[0].id, userId, key };
}

/** Everybody of the matrix, seen from the organisation `here`. */
export async function createActors(server: TestServer, here: string, there: string): Promise<MatrixActor[]> {
  const admin = await server.as('admin');
  const actor = (
    given: Pick<MatrixActor, 'name' | 'kind'> & Partial<MatrixActor>,
    authorization: Readonly<Record<string, string>>,
  ): MatrixActor => {
    const headers = { ...authorization, 'x-jms-org': here };
    return { systemRoles: [], orgRoles: {}, ...given, headers, api: createApi({ origin: server.url, headers }) };
  };
  const person = async (name: string, org: string, systemRoles: readonly string[], orgRoles: readonly string[]): Promise<MatrixActor> => {
    const { id: userId } = await createUser(admin.inOrg(org), {
      username: uniqueName('actor'),
      system_roles: systemRoles,
      org_roles: orgRoles,
    });
    return actor({ name, kind: 'user', userId, systemRoles, orgRoles: { [org]: orgRoles } }, await bearer(server, userId));
  };
  /** An administrator whose account ended: the token they still show is made after that, so only the account can refuse it. */
  const gone = async (name: string, end: object): Promise<MatrixActor> => {
    const before = await person(name, here, [ROLE.USER], [ROLE.ORG_ADMIN]);
    const answer = await admin.inOrg(here).patch(`users/users/${before.userId}/`, end);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return actor({ ...before, kind: 'refused' }, await bearer(server, before.userId ?? ''));
  };
  /** The same person by a token that programs keep. */
  const withToken = async (who: MatrixActor): Promise<MatrixActor> => {
    const plain = randomBytes(20).toString('hex');
    await sql`insert into private_tokens (user_id, token_hash) values (${who.userId}, ${tokenHash(plain)})`.execute(server.db);
    return actor(who, { authorization: `Token ${plain}` });
  };
  /** The same person by a key that signs each request. */
  const withKey = async (who: MatrixActor): Promise<MatrixActor> => {
    const { username } = (await who.api.get('users/profile/')).body;
    const browser = await server.browser(username);
    const proof = await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    const key = (await browser.post<{ id: string; secret: string }>('authentication/access-keys/', {})).body;
    if (proof.status !== 200 || !key.secret) throw new Error(`No access key: ${proof.status} ${JSON.stringify(key)}`);
    const sign = (method: string, path: string, body: string | undefined) =>
      signedHeaders(key, method, path, new Date().toUTCString(), {
        once: true,
        ...(/GET|OPTIONS/.test(method) ? {} : { body: body ?? '' }),
      });
    // What is no plain request is shown a private token: a handshake has no body, and its signature is tried elsewhere. The login of before is
    // ended on the way, as a signed request that ends all others is made by none.
    return { ...(await withToken(who)), api: createApi({ origin: server.url, headers: { 'x-jms-org': here }, sign }) };
  };
  /** Administrator of both organisations, seen in this one. */
  const inBoth = async (): Promise<MatrixActor> => {
    const one = await person('administrator of both organisations', here, [ROLE.USER], [ROLE.ORG_ADMIN]);
    await admin.inOrg(there).post('users/users/invite/', { users: [one.userId], org_roles: [ROLE.ORG_ADMIN] });
    return { ...one, orgRoles: { [here]: [ROLE.ORG_ADMIN], [there]: [ROLE.ORG_ADMIN] } };
  };
  const component = await registerComponent(server);
  return [
    actor({ name: 'anonymous', kind: 'anonymous' }, {}),
    actor({ name: 'bearer of an unknown token', kind: 'refused' }, { authorization: `Bearer ${'0123'.repeat(9)}` }),
    await gone('disabled user', { is_active: false }),
    await gone('expired user', { date_expired: '2020-01-01 00:00:00 +0000' }),
    actor({ name: 'bootstrap token', kind: 'bootstrap' }, { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` }),
    await person('user without a role here', here, [ROLE.USER], []),
    await person('organisation user', here, [ROLE.USER], [ROLE.ORG_USER]),
    await person('organisation auditor', here, [ROLE.USER], [ROLE.ORG_AUDITOR]),
    await person('organisation administrator', here, [ROLE.USER], [ROLE.ORG_ADMIN]),
    await withToken(await person('API token of an organisation auditor', here, [ROLE.USER], [ROLE.ORG_AUDITOR])),
    await withKey(await person('access key of an organisation administrator', here, [ROLE.USER], [ROLE.ORG_ADMIN])),
    await inBoth(),
    await person('administrator of another organisation', there, [ROLE.USER], [ROLE.ORG_ADMIN]),
    await person('system auditor', here, [ROLE.SYSTEM_AUDITOR], []),
    await person('system administrator', here, [ROLE.SYSTEM_ADMIN], [ROLE.ORG_ADMIN]),
    actor(
      { name: 'component', kind: 'component', userId: component.userId, systemRoles: [ROLE.SYSTEM_COMPONENT] },
      await bearer(server, component.userId),
    ),
  ];
}

/** Somebody whose only role holds what it is told to, and nothing else. */
export async function narrowActor(world: {
  server: TestServer;
  here: string;
}): Promise<{ api: Api; hold(codes: readonly string[]): Promise<void> }> {
  const { server, here } = world;
  const admin = await server.as('admin');
  const role = (await admin.post('rbac/system-roles/', { scope: 'system', name: uniqueName('narrow'), permissions: [] })).body.id;
  const member = (await admin.post('rbac/org-roles/', { scope: 'org', name: uniqueName('member'), permissions: [] })).body.id;
  const { id } = await createUser(admin.inOrg(here), { username: uniqueName('narrow'), system_roles: [role], org_roles: [member] });
  const api = createApi({ origin: server.url, headers: { ...(await bearer(server, id)), 'x-jms-org': here } });
  return {
    api,
    async hold(codes) {
      const permissions = codes.map((code) => permissionByCode(code)?.id);
      const answer = await admin.patch(`rbac/system-roles/${role}/`, { permissions });
      if (answer.status !== 200) throw new Error(`The role was not changed: ${answer.status} ${JSON.stringify(answer.body)}`);
    },
  };
}
