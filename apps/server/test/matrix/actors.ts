import { ORG, ROLE } from '@postern/contract/ids';
import { builtinRole } from '@postern/contract/permissions';
import type { Policy } from '@postern/resource';
import { type Api, createApi } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { BOOTSTRAP_TOKEN, type TestServer } from '../harness.ts';

/** Who tries a door. What they hold is known here from the roles they were given, not from what the server thinks. */
export interface MatrixActor {
  name: string;
  api: Api;
  /** `refused`: shows credentials that must not count. */
  kind: 'anonymous' | 'refused' | 'bootstrap' | 'user' | 'component';
  userId?: string;
  systemRoles: readonly string[];
  /** Roles by organisation. */
  orgRoles: Readonly<Record<string, readonly string[]>>;
}

export type Expected = 'open' | 401 | 403;

const codesOf = (roles: readonly string[]): string[] => roles.flatMap((id) => [...(builtinRole(id)?.permissions ?? [])]);

/** Codes an actor holds in an organisation (contract/rbac.md §2): system roles everywhere, those of the organisation in it. */
export function codesIn(actor: MatrixActor, orgId: string): ReadonlySet<string> {
  return new Set([...codesOf(actor.systemRoles), ...(orgId === ORG.ROOT ? [] : codesOf(actor.orgRoles[orgId] ?? []))]);
}

export const isSuperuser = (actor: MatrixActor): boolean => actor.systemRoles.includes(ROLE.SYSTEM_ADMIN);

/**
 * What a door has to answer, worked out from contract/common.md §5 and contract/rbac.md §2 without the server's code.
 * A header that names credentials and is wrong is refused even where nobody has to log in (contract/common.md §4).
 */
export function expected(policy: Policy, actor: MatrixActor, orgId: string): Expected {
  if (actor.kind === 'refused') return 401;
  if (policy.allow === 'anyone') return 'open';
  if (policy.allow === 'bootstrap') return actor.kind === 'bootstrap' ? 'open' : 401;
  if (actor.kind === 'anonymous' || actor.kind === 'bootstrap') return 401;
  if (policy.allow === 'user') return 'open';
  if (policy.allow === 'component') return actor.kind === 'component' ? 'open' : 403;
  if (isSuperuser(actor)) return 'open';
  if (policy.allow === 'superuser') return 403;
  const held = codesIn(actor, orgId);
  const all = policy.all.every((entry) => entry.split('|').some((code) => held.has(code.trim())));
  return all ? 'open' : 403;
}

/** A component, joined as contract/component-protocol.md §1.1 says. */
export async function registerComponent(server: TestServer): Promise<{ api: Api; username: string; terminalId: string; userId: string }> {
  const username = uniqueName('component');
  const bootstrap = createApi({ origin: server.url, headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` } });
  const answer = await bootstrap.post('terminal/terminal-registrations/', { name: username, type: 'koko', comment: '' });
  if (answer.status !== 201) throw new Error(`No component: ${answer.status} ${JSON.stringify(answer.body)}`);
  const api = await server.as(username);
  const found = await (await server.as('admin')).get<{ id: string; name: string }[]>('terminal/terminals/');
  const terminalId = found.body.find((one) => one.name === username)?.id;
  if (!terminalId) throw new Error('The component has no terminal row');
  return { api, username, terminalId, userId: answer.body.service_account.id };
}

/** Everybody of the matrix: ten sorts of callers, seen from the organisation `here`. */
export async function createActors(server: TestServer, here: string, there: string): Promise<MatrixActor[]> {
  const admin = await server.as('admin');
  const person = async (name: string, org: string, systemRoles: readonly string[], orgRoles: readonly string[]): Promise<MatrixActor> => {
    const made = await createUser(admin.inOrg(org), { username: uniqueName(name), system_roles: systemRoles, org_roles: orgRoles });
    return {
      name,
      kind: 'user',
      api: (await server.as(made.username)).inOrg(here),
      userId: made.id,
      systemRoles,
      orgRoles: { [org]: orgRoles },
    };
  };
  const gone = async (name: string, patch: object): Promise<MatrixActor> => {
    const actor = await person(name, here, [ROLE.USER], [ROLE.ORG_ADMIN]);
    const answer = await admin.inOrg(here).patch(`users/users/${actor.userId}/`, patch);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const made = await admin.inOrg(here).get(`users/users/${actor.userId}/`);
    return { ...actor, kind: 'refused', api: (await server.as(made.body.username)).inOrg(here) };
  };
  const component = await registerComponent(server);
  return [
    { name: 'anonymous', kind: 'anonymous', api: server.anyone.inOrg(here), systemRoles: [], orgRoles: {} },
    {
      name: 'bearer of an unknown token',
      kind: 'refused',
      api: createApi({ origin: server.url, headers: { authorization: 'Bearer 0123456789abcdef0123456789abcdef0123' } }).inOrg(here),
      systemRoles: [],
      orgRoles: {},
    },
    await gone('disabled user', { is_active: false }),
    await gone('expired user', { date_expired: '2020-01-01 00:00:00 +0000' }),
    {
      name: 'bootstrap token',
      kind: 'bootstrap',
      api: createApi({ origin: server.url, headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` } }).inOrg(here),
      systemRoles: [],
      orgRoles: {},
    },
    await person('user without a role here', here, [ROLE.USER], []),
    await person('organisation user', here, [ROLE.USER], [ROLE.ORG_USER]),
    await person('organisation auditor', here, [ROLE.USER], [ROLE.ORG_AUDITOR]),
    await person('organisation administrator', here, [ROLE.USER], [ROLE.ORG_ADMIN]),
    await person('administrator of another organisation', there, [ROLE.USER], [ROLE.ORG_ADMIN]),
    await person('system auditor', here, [ROLE.SYSTEM_AUDITOR], []),
    await person('system administrator', here, [ROLE.SYSTEM_ADMIN], [ROLE.ORG_ADMIN]),
    {
      name: 'component',
      kind: 'component',
      api: component.api.inOrg(here),
      userId: component.userId,
      systemRoles: [ROLE.SYSTEM_COMPONENT],
      orgRoles: {},
    },
  ];
}
