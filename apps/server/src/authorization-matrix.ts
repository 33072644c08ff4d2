import { COMPONENT_CALLS, componentMayCall } from '@postern/contract/component-calls';
import { PAGE_FRAMES, type PageRole } from '@postern/contract/frames';
import { ROLE } from '@postern/contract/ids';
import { BUILTIN_ROLES } from '@postern/contract/permissions';
import type { Kernel, Policy, ResourceDefinition, Route, RowsSpec } from '@postern/resource';
import type { SocketRoute } from './platform/feature.ts';

/** Prints who may call what, from the same definitions that the server enforces, for people to read (docs/authorization-matrix.md). */

type Socket = Pick<SocketRoute, 'path' | 'policy' | 'messages'>;

/** A column: who, and whether a policy lets them in. Roles are meant in the organisation of the call. */
const CALLERS: readonly [name: string, roles: readonly string[]][] = [
  ['member', [ROLE.USER, ROLE.ORG_USER]],
  ['org auditor', [ROLE.USER, ROLE.ORG_AUDITOR]],
  ['org admin', [ROLE.USER, ROLE.ORG_ADMIN]],
  ['no member', [ROLE.USER]],
  ['system auditor', [ROLE.SYSTEM_AUDITOR]],
];

const codesOf = (roles: readonly string[]): ReadonlySet<string> =>
  new Set(BUILTIN_ROLES.filter((role) => roles.includes(role.id)).flatMap((role) => [...role.permissions]));

const letsIn = (policy: Policy, roles: readonly string[]): boolean => {
  if (policy.allow === 'anyone' || policy.allow === 'user') return true;
  if (policy.allow !== 'permission') return false;
  const granted = codesOf(roles);
  return policy.all.every((entry) => entry.split('|').some((code) => granted.has(code.trim())));
};

function needs(policy: Policy): string {
  if (policy.allow === 'permission')
    return policy.all.map((entry) => `\`${entry.replaceAll('|', 'or').replaceAll('  ', ' ')}\``).join(' and ');
  return {
    anyone: 'nothing',
    user: 'a login',
    superuser: 'system administrator',
    component: 'a component',
    bootstrap: 'the bootstrap token',
  }[policy.allow];
}

const labelsOf = (definitions: readonly ResourceDefinition[]): string =>
  definitions.map(({ labelPlural }) => labelPlural.en.toLowerCase()).join(', ');

function declaredRows(rows: RowsSpec): string {
  if ('none' in rows) return `none: ${rows.none}`;
  if ('own' in rows) return `the caller’s own: ${rows.own}`;
  const listed = rows.of && rows.of.length > 0 ? `${labelsOf(rows.of)} they may see` : '';
  return 'one' in rows ? [`one of the ${labelsOf([rows.one])} they may see`, listed].filter(Boolean).join('; ') : listed;
}

/** Whose rows a route reads and writes. */
function rowsOf(kernel: Kernel, { path, declared }: Route): string {
  if (declared) return declaredRows(declared.rows);
  const resource = kernel.resources.find(({ url, app, definition }) =>
    [url, ...(definition.aliases ?? []).map((alias) => `/api/v1/${app}/${alias}/`)].some((base) => path.startsWith(base)),
  );
  if (!resource) return '';
  const narrowed = resource.behaviour.rows ? ', narrowed further' : '';
  if (resource.orgScoped) return `organisation${narrowed}`;
  return resource.behaviour.rows ? 'the resource’s own rule' : 'installation';
}

/** What lists and forms are drawn from: for every login beside a resource, else for whom the GET of the address lets in. */
const tellsForms = ({ method }: Route): boolean => method === 'OPTIONS';

const mark = (yes: boolean): string => (yes ? '●' : '·');

/** One line for all methods of a path that ask the same. */
function linesOf(kernel: Kernel, routes: readonly Route[]): string[] {
  const groups = Map.groupBy(routes, (route) => `${route.path} ${needs(route.policy)} ${componentMayCall(route.method, route.path)}`);
  return [...groups.values()].map((same) => {
    const [first] = same as [Route, ...Route[]];
    const { path, policy } = first;
    const methods = [...new Set(same.map(({ method }) => method))].join(' ');
    const component =
      policy.allow === 'component' || same.some(({ method }) => componentMayCall(method, path)) || policy.allow === 'anyone';
    const cells = CALLERS.map(([, roles]) => mark(letsIn(policy, roles)));
    return `| \`${path}\` | ${methods} | ${needs(policy)} | ${rowsOf(kernel, first)} | ${cells.join(' | ')} | ${mark(component)} |`;
  });
}

/** What may be said on sockets. Those of pages are the gateway's, which asks the core who sits there and reads these frames only. */
function messageLines(sockets: readonly Socket[]): string[] {
  const ours = sockets.flatMap(({ path, messages }) =>
    messages.length > 0
      ? messages.map(({ name, rows }) => `| \`${path}\` | \`${name}\` | whoever it lets in | ${rows} |`)
      : [`| \`${path}\` | none | | |`],
  );
  const pages: Readonly<Record<PageRole, { path: string; who: string }>> = {
    owner: { path: '/koko/ws/terminal/', who: 'who opened the session' },
    viewer: { path: '/koko/ws/terminal/', who: 'who watches it' },
    guest: { path: '/koko/ws/terminal/', who: 'who it is shared with' },
    files: { path: '/koko/ws/sftp/', who: 'who opened the session' },
  };
  const frames = [...Map.groupBy(Object.keys(pages) as PageRole[], (role) => pages[role].path).values()].flatMap((roles) =>
    Object.entries(PAGE_FRAMES).flatMap(([type, may]) => {
      const own = roles.filter((role) => may.includes(role));
      const [first] = own;
      if (first === undefined) return [];
      return [`| \`${pages[first].path}\` | \`${type}\` | ${own.map((role) => pages[role].who).join(', ')} | the session of the page |`];
    }),
  );
  return [...ours, ...frames];
}

/** The table as Markdown, by application. */
export function authorizationMatrix(kernel: Kernel, routes: readonly Route[], sockets: readonly Socket[]): string {
  const head = `| address | methods | needs | rows | ${CALLERS.map(([name]) => name).join(' | ')} | component |\n|${'---|'.repeat(5 + CALLERS.length)}`;
  const areaOf = (path: string): string => /^\/api\/v1\/([^/]+)\//.exec(path)?.[1] ?? 'pages and files';
  const areas = [...Map.groupBy(routes, ({ path }) => areaOf(path))].sort(([a], [b]) => a.localeCompare(b));
  const sections = areas.map(([area, own]) => {
    const sorted = own.filter((route) => !tellsForms(route)).sort((a, b) => a.path.localeCompare(b.path));
    return `## ${area}\n\n${head}\n${linesOf(kernel, sorted).join('\n')}\n`;
  });
  const socketLines = sockets.map(
    ({ path, policy }) =>
      `| \`${path}\` | WebSocket | ${needs(policy)} | | ${CALLERS.map(([, roles]) => mark(letsIn(policy, roles))).join(' | ')} | ${mark(policy.allow === 'component')} |`,
  );
  return `# Authorization matrix

Generated by \`npm run generate\` from the definitions that the server enforces; \`apps/server/test/matrix.test.ts\` plays every
line of it against a running server, and \`walls-lists.test.ts\` and \`walls-references.test.ts\` its rows and ids.

● lets in, · refuses. System administrators pass everywhere; strangers only where nothing is needed. **member**, **org auditor** and
**org admin** hold their built-in role in the organisation of the call, **no member** holds none there. **component** is the key
of a registered gateway, which opens ${COMPONENT_CALLS.length} calls of its protocol whatever its role holds. *Rows* says whose rows the address
reads and writes: those of the organisation of the call, of the whole installation, or a rule of the resource (often: one’s own).
\`OPTIONS\` tells what an address shows and takes: of a resource to every login, of any other address to whom its \`GET\` lets in. It
holds no rows and is left out below.

${sections.join('\n')}
## WebSockets

${head}
${socketLines.join('\n')}

What is not in this table is read and dropped, whoever says it. Terminal and files open for the owner of a connection token, once, the terminal also for
whom the core lets join the session. What is said as TERMINAL_DATA on the socket of files is SFTP, judged request by request.

| address | message | who may say it | rows |
|---|---|---|---|
${messageLines(sockets).join('\n')}
`;
}
