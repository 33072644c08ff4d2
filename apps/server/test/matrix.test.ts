import { readFile } from 'node:fs/promises';
import { componentMayCall } from '@postern/contract/component-calls';
import { ORG } from '@postern/contract/ids';
import { grantable } from '@postern/contract/permissions';
import type { Route } from '@postern/resource';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { authorizationMatrix } from '../src/authorization-matrix.ts';
import { codesIn, createActors, expected, isSuperuser, type MatrixActor, narrowActor } from './matrix/actors.ts';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld } from './matrix/world.ts';

/** Every route and socket × every sort of caller, printed from the assembly: a new route or socket is in here by existing. */

let actors: MatrixActor[];

const world = forThisFile(createWorld, (it) => it.close());
beforeAll(async () => {
  actors = await createActors(world.server, world.here, world.there);
  for (const { name } of world.server.assembly.kernel.resources) await world.row(name, world.here);
});

const WIDTH = 8;

/** Routes that let everybody in, and the login behind them that refuses by itself. Anything else open must be added here on purpose. */
const OPEN: Readonly<Record<string, string>> = {
  'GET /api/health/': 'load balancers',
  'GET /api/v1/health/': 'load balancers',
  'GET /api/v1/prometheus/metrics/': 'scrapers; figures without names',
  'POST /core/auth/login/': 'logging in',
  'POST /core/auth/login/mfa/': 'logging in',
  'POST /core/auth/login/mfa/passkey/': 'logging in',
  'POST /core/auth/login/passkey/': 'logging in',
  'POST /core/auth/login/passkey/start/': 'logging in',
  'POST /core/auth/login/otp/': 'logging in',
  'POST /core/auth/login/otp/start/': 'logging in',
  'POST /core/auth/login/terms/': 'logging in',
  'POST /core/auth/login/password/': 'logging in',
  'POST /core/auth/login/confirm/': 'logging in',
  'POST /core/auth/password/forgot/': 'asking for a link by mail',
  'POST /core/auth/password/reset/': 'the token of a mail is the proof',
  'POST /core/auth/password/reset/check/': 'the token of a mail is the proof',
  'GET /core/auth/logout/': 'ends the own session',
  'GET /api/v1/authentication/sso/login/': 'the key of the link is the proof',
  'GET /core/auth/openid/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/openid/logout/': 'ends the own session',
  'GET /core/auth/oauth2/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/oauth2/logout/': 'ends the own session',
  'GET /core/auth/saml2/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/saml2/logout/': 'ends the own session',
  'GET /core/auth/cas/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/cas/logout/': 'ends the own session',
  'GET /core/auth/openid/callback/': 'the proof of the provider, for the browser that asked',
  'GET /core/auth/oauth2/callback/': 'the proof of the provider, for the browser that asked',
  'GET /core/auth/cas/callback/': 'the proof of the provider, for the browser that asked',
  'POST /core/auth/saml2/callback/': 'what the provider has signed; the landing asks for the browser',
  'GET /core/auth/saml2/landing/': 'the proof of the provider, for the browser that asked',
  'GET /core/auth/saml2/metadata/': 'the provider reads our name and our public key',
  'POST /core/auth/openid/backchannel/': 'a signed token ends the sessions it names',
  'POST /core/auth/cas/callback/': 'the ticket of a session ends it',
  'POST /core/auth/saml2/logout/': 'a signed request ends the sessions it names',
  'GET /core/auth/openid/logo/': 'the picture of a button of the login page',
  'GET /core/auth/oauth2/logo/': 'the picture of a button of the login page',
  'GET /core/auth/saml2/logo/': 'the picture of a button of the login page',
  'GET /core/auth/cas/logo/': 'the picture of a button of the login page',
  'GET /core/auth/wecom/qr/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/wecom/qr/login/callback/': 'the proof of the service, for the browser that asked',
  'GET /core/auth/wecom/oauth/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/wecom/oauth/login/callback/': 'the proof of the service, for the browser that asked',
  'GET /core/auth/wecom/qr/bind/callback/': 'the proof of the service, for whoever went off to bind an account',
  'GET /core/auth/dingtalk/qr/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/dingtalk/qr/login/callback/': 'the proof of the service, for the browser that asked',
  'GET /core/auth/dingtalk/oauth/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/dingtalk/oauth/login/callback/': 'the proof of the service, for the browser that asked',
  'GET /core/auth/dingtalk/qr/bind/callback/': 'the proof of the service, for whoever went off to bind an account',
  'GET /core/auth/feishu/qr/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/feishu/qr/login/callback/': 'the proof of the service, for the browser that asked',
  'GET /core/auth/feishu/qr/bind/callback/': 'the proof of the service, for whoever went off to bind an account',
  'GET /core/auth/slack/qr/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/slack/qr/login/callback/': 'the proof of the service, for the browser that asked',
  'GET /core/auth/slack/qr/bind/callback/': 'the proof of the service, for whoever went off to bind an account',
  // The same of a provider beside the first of its kind.
  'GET /core/auth/openid/:provider/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/openid/:provider/logout/': 'ends the own session',
  'GET /core/auth/openid/:provider/callback/': 'the proof of the provider, for the browser that asked',
  'GET /core/auth/oauth2/:provider/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/oauth2/:provider/logout/': 'ends the own session',
  'GET /core/auth/oauth2/:provider/callback/': 'the proof of the provider, for the browser that asked',
  'GET /core/auth/saml2/:provider/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/saml2/:provider/logout/': 'ends the own session',
  'GET /core/auth/saml2/:provider/landing/': 'the proof of the provider, for the browser that asked',
  'GET /core/auth/saml2/:provider/metadata/': 'the provider reads our name and our public key',
  'GET /core/auth/cas/:provider/login/': 'sends a browser to the place of the settings',
  'GET /core/auth/cas/:provider/logout/': 'ends the own session',
  'GET /core/auth/cas/:provider/callback/': 'the proof of the provider, for the browser that asked',
  'POST /core/auth/saml2/:provider/callback/': 'what the provider has signed; the landing asks for the browser',
  'POST /core/auth/openid/:provider/backchannel/': 'a signed token ends the sessions it names',
  'POST /core/auth/cas/:provider/callback/': 'the ticket of a session ends it',
  'POST /core/auth/saml2/:provider/logout/': 'a signed request ends the sessions it names',
  'GET /core/auth/openid/:provider/logo/': 'the picture of a button of the login page',
  'GET /core/auth/oauth2/:provider/logo/': 'the picture of a button of the login page',
  'GET /core/auth/saml2/:provider/logo/': 'the picture of a button of the login page',
  'GET /core/auth/cas/:provider/logo/': 'the picture of a button of the login page',
  'POST /api/v1/authentication/auth/': 'logging in',
  'POST /api/v1/authentication/tokens/': 'logging in',
  'POST /api/v1/authentication/mfa/verify/': 'logging in',
  'POST /api/v1/authentication/device-logins/': 'logging in: a program that waits to be confirmed',
  'POST /api/v1/authentication/device-logins/token/': 'logging in',
  'POST /api/v1/authentication/mfa/challenge/': 'logging in',
  'POST /api/v1/authentication/mfa/select/': 'logging in',
  'POST /api/v1/authentication/mfa/send-code/': 'logging in',
  'GET /api/v1/authentication/login-confirm-ticket/status/': 'logging in',
  'DELETE /api/v1/authentication/login-confirm-ticket/status/': 'logging in',
  'GET /static/img/avatar/:name': 'two drawn pictures',
  'GET /media/settings/:name': 'logos and the picture of the login page',
  'GET /api/v1/settings/public/open/': 'name and look of the login page',
  'GET /api/v1/settings/logo/': 'the logo of the login page',
};

/** Refused behind a policy that is open to the actor: the rule in the handler, for whom, and why it is right. Exact both ways. */
const INNER: readonly { route: RegExp; status: 401 | 403; who?: (actor: MatrixActor) => boolean; because: string }[] = [
  {
    route: /^(GET|POST) \/api\/v1\/authentication\/device-logins\/:code\//,
    status: 403,
    because: 'a program is confirmed in a browser, by no key and no token (decision 0128)',
  },
  {
    route: /^GET \/api\/v1\/perms\/users\/:user\/(recent|favorites)\/$/,
    status: 403,
    because: 'what somebody opened last, and marked, is theirs, and told to the component that they came to',
  },
  {
    route: /^GET \/api\/v1\/perms\/users\/:user\//,
    status: 403,
    who: (actor) => actor.kind === 'component',
    because: 'a component is told of people who logged in through it (decision 0094)',
  },
  {
    route: /^GET \/api\/v1\/perms\/users\/:user\//,
    status: 403,
    who: (actor) => !isSuperuser(actor) && !codesIn(actor, world.here).has('perms.view_userassets'),
    because: 'one code opens the own assets, another those of other people (docs/wire/permissions.md#what-a-user-reaches)',
  },
  {
    route: /^GET \/api\/v1\/terminal\/terminals\/config\/$/,
    status: 403,
    who: (actor) => actor.kind !== 'component',
    because: 'the settings are those of the component that asks',
  },
  {
    route: /^PATCH \/api\/v1\/authentication\/super-connection-token\/renewal\/$/,
    status: 403,
    because: 'a token that is not there is refused like one that is spent',
  },
  {
    route: /^POST \/api\/v1\/terminal\/commands\/$/,
    status: 401,
    because: 'components know a refused batch by this status (docs/wire/sessions.md#commands)',
  },
  {
    route: /^POST \/api\/v1\/terminal\/sessions\/:id\/replay\/$/,
    status: 403,
    who: (actor) => actor.kind !== 'component',
    because: 'recordings come from the component that carried the session',
  },
  {
    route: /^POST \/api\/v1\/terminal\/sessions\/join\/validate\/$/,
    status: 401,
    because: 'components know a refusal by this status (docs/wire/sessions.md#watching-and-ending)',
  },
  {
    route: /^POST \/api\/v1\/terminal\/applet-hosts\/:id\/startup\/$/,
    status: 403,
    who: (actor) => actor.kind === 'component',
    because: 'a host is bound to an agent, and the component here is a gateway',
  },
  {
    route: /^POST \/api\/v1\/terminal\/host-keys\/(changed\/)?$/,
    status: 403,
    because: 'a component speaks of machines that it was given leave to open',
  },
  {
    route:
      /^POST \/core\/auth\/(login\/((confirm|mfa|mfa\/passkey|passkey|passkey\/start|otp|otp\/start|password|terms)\/)?|password\/(forgot|reset|reset\/check)\/)$/,
    status: 403,
    who: (actor) => actor.kind === 'anonymous',
    because: 'a form without the token of its page',
  },
];

const ALL_CODES = grantable('system').map(({ code }) => code);

/** Routes whose handlers ask for one more code, told by the body. */
const FURTHER = /\/tasks\/$/;

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** A call that reaches the handler and can wreck nothing: unsafe verbs meet rows made for the purpose. */
async function callOf(route: Route, reaches: boolean): Promise<Call> {
  const { kernel } = world.server.assembly;
  const safe = route.method === 'GET' || route.method === 'OPTIONS';
  // Some GETs of the wire change things (`mfa/reset/`), so below a row only plain reads use the shared one.
  const shared = !reaches || (safe && !/reset/.test(route.path));
  const path = await fill(route.path, kernel, (name) => (shared ? world.row(name, world.here) : world.make(name, world.here)));
  const onList = kernel.resources.some(({ url }) => url === route.path);
  if (route.method === 'DELETE' && !route.path.includes(':')) return { method: 'DELETE', path: `${path}?ids=${ORG.SYSTEM}` };
  if (safe || route.method === 'DELETE') return { method: route.method, path };
  return { method: route.method, path, body: onList && route.method !== 'POST' ? [] : {} };
}

describe('the access matrix', () => {
  test('every route answers every actor as its policy and their roles say', async () => {
    const { routes } = world.server.assembly;
    // Whoever comes by their private token and ends it has no other way in: that call alone is left to the others.
    const ends = (route: Route, actor: MatrixActor): boolean =>
      route.name === 'users.profile.privatetoken.remove' && /^(API token|access key)/.test(actor.name);
    const cases = routes.flatMap((route) => actors.filter((actor) => !ends(route, actor)).map((actor) => ({ route, actor })));
    const wrong = await each(cases, WIDTH, async ({ route, actor }) => {
      const want = expected(route, actor, route.fixedOrg ?? (route.rootOrg ? ORG.ROOT : world.here));
      const call = await callOf(route, want === 'open');
      const answer = await actor.api.send(call.method, call.path, call.body);
      const got = `${answer.status} ${JSON.stringify(answer.body)?.slice(0, 160) ?? ''}`;
      const say = (what: string) => `${route.method} ${route.path} (${route.name}) · ${actor.name}: expected ${what}, got ${got}`;
      // 501 is an answer that a standard asks for, and none that slipped out.
      if (answer.status >= 500 && answer.status !== 501) return say(String(want));
      if (want === 'open') {
        const rule = INNER.find((one) => one.route.test(`${route.method} ${route.path}`) && (one.who?.(actor) ?? true));
        if (rule) return answer.status === rule.status ? undefined : say(`${rule.status}, ${rule.because}`);
        return answer.status === 401 || answer.status === 403 ? say('to be let in') : undefined;
      }
      if (answer.status !== want) return say(String(want));
      const { code, schemas } = (answer.body ?? {}) as { code?: string; schemas?: readonly string[] };
      // SCIM has the status alone (RFC 7644 §3.12), and in its own form.
      if (route.path.startsWith('/scim/')) return schemas?.[0]?.endsWith(':Error') ? undefined : say(`${want} in the form of SCIM`);
      const codes = want === 403 ? ['permission_denied'] : ['not_authenticated', 'authentication_failed'];
      return code && codes.includes(code) ? undefined : say(`${want} ${codes.join(' or ')}`);
    });
    expect(wrong.filter(Boolean).sort().join('\n')).toBe('');
    expect(cases.length).toBeGreaterThan(5_000);
  });

  test('each code opens its routes by itself, and no other code does', async () => {
    const { routes } = world.server.assembly;
    const exact = await narrowActor(world);
    const others = await narrowActor(world);
    const wrong: string[] = [];
    const byCodes = Map.groupBy(routes, ({ policy }) => (policy.allow === 'permission' ? policy.all.join(' & ') : ''));
    byCodes.delete('');
    expect(byCodes.size).toBeGreaterThan(120);
    for (const [signature, routesOfCodes] of byCodes) {
      const entries = signature.split(' & ').map((entry) => entry.split('|').map((code) => code.trim()));
      const grantable = entries.every((entry) => entry.some((code) => ALL_CODES.includes(code)));
      await exact.hold(grantable ? entries.map((entry) => entry.find((code) => ALL_CODES.includes(code)) as string) : []);
      // All there is but what the first entry asks for: enough for everything else, and not for this.
      await others.hold(ALL_CODES.filter((code) => !entries[0]?.includes(code)));
      const told = await each(routesOfCodes, WIDTH, async (route) => {
        if (INNER.some((one) => one.route.test(`${route.method} ${route.path}`))) return undefined;
        const shut = await callOf(route, false);
        const refused = await others.api.send(shut.method, shut.path, shut.body);
        if (refused.status !== 403) return `${route.method} ${route.path} without ${signature}: ${refused.status}`;
        if (!grantable) return undefined;
        const call = await callOf(route, true);
        const answer = await exact.api.send(call.method, call.path, call.body);
        const word = (answer.body as { code?: string } | undefined)?.code;
        // A handler may ask for more than its policy, by a code of its own; the policy itself has to open.
        return answer.status === 401 ||
          (answer.status === 403 && word === 'permission_denied' && !FURTHER.test(`${route.method} ${route.path}`))
          ? `${route.method} ${route.path} with ${signature}: ${answer.status}`
          : undefined;
      });
      wrong.push(...told.flatMap((line) => line ?? []));
    }
    expect(wrong.sort().join('\n')).toBe('');
  });

  test('each policy is somebody’s and not everybody’s', () => {
    // The table above could agree with a server that lets everybody in if the oracle said so too.
    for (const route of world.server.assembly.routes) {
      if (route.policy.allow === 'anyone') continue;
      const outcomes = new Set(actors.map((actor) => expected(route, actor, route.fixedOrg ?? (route.rootOrg ? ORG.ROOT : world.here))));
      expect(outcomes.has('open'), route.path).toBe(true);
      expect(outcomes.has(401), route.path).toBe(true);
    }
    expect(actors.filter(isSuperuser)).toHaveLength(1);
  });

  test('every socket opens for whom its policy says', async () => {
    const sockets = world.server.assembly.features.flatMap((feature) => feature.sockets ?? []);
    expect(sockets.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const socket of sockets) {
      for (const actor of actors) {
        const want = expected(socket, actor, world.here);
        const got = await handshake(socket.path, actor);
        if (got !== (want === 'open' ? 101 : want)) wrong.push(`${socket.path} · ${actor.name}: expected ${want}, got ${got}`);
      }
    }
    expect(wrong.join('\n')).toBe('');
  });

  test('the key of a component opens the calls of its protocol and nothing else', () => {
    const component = actors.find(({ kind }) => kind === 'component') as MatrixActor;
    const codes = codesIn(component, ORG.ROOT);
    const reached = world.server.assembly.routes.filter(
      (route) => route.policy.allow !== 'anyone' && expected(route, component, ORG.ROOT) === 'open',
    );
    expect(reached.map((route) => `${route.method} ${route.path}`).sort()).toEqual(
      world.server.assembly.routes
        .filter(({ method, path }) => componentMayCall(method, path))
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    // None of them needs a right with which components could rule.
    const ruling = /^(rbac|orgs|settings)\.|\.(delete|invite|remove)_|^(users|assets|accounts|perms|acls)\.(add|change)_|secret/;
    expect([...codes].filter((code) => ruling.test(code))).toEqual(['authentication.view_superconnectiontokensecret']);
  });

  test('are those of the printed table, so that a change of any is read by somebody', async () => {
    const { kernel, routes, features } = world.server.assembly;
    const printed = await readFile(new URL('../../../docs/authorization-matrix.md', import.meta.url), 'utf8');
    expect(
      authorizationMatrix(
        kernel,
        routes,
        features.flatMap((feature) => feature.sockets ?? []),
      ),
    ).toBe(printed);
  });

  test('metadata of an address is for every login, or stands behind the policy of what it describes', () => {
    const { routes } = world.server.assembly;
    const wrong = routes
      .filter(({ method, policy }) => method === 'OPTIONS' && policy.allow !== 'user')
      .filter(({ path, policy }) => {
        const described = routes.filter((route) => route.path === path && route.method !== 'OPTIONS');
        return !described.some((route) => JSON.stringify(route.policy) === JSON.stringify(policy));
      });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('only the routes listed here are open to anyone', () => {
    const open = world.server.assembly.routes
      .filter((route) => route.policy.allow === 'anyone' && route.method !== 'OPTIONS')
      .map((route) => `${route.method} ${route.path}`);
    expect(open.sort()).toEqual(Object.keys(OPEN).sort());
  });
});

/** Status of a WebSocket handshake; 101 when it opened. */
function handshake(path: string, actor: MatrixActor): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}${path}`, { headers: actor.headers, handshakeTimeout: 10_000 });
    socket.once('open', () => {
      socket.close();
      resolve(101);
    });
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', reject);
  });
}
