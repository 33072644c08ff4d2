/**
 * All that a component may ask of the core with its own key (docs/wire/component-calls.md).
 * The built-in component role is described wider there; a key that is stolen from a gateway opens these routes and no
 * others (docs/decisions/0038). Calls with a person's cookies or token are that person's and not looked up here.
 */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Methods and a path below `/api/v1/`; `:x` stands for one segment, `*` at the end for any number of them. */
export const COMPONENT_CALLS: readonly (readonly [methods: string, path: string])[] = [
  // Who am I, and what the login page looks like.
  ['GET', 'users/profile/'],
  ['GET', 'settings/public/'],
  // Our own: whether it has been approved (docs/decisions/0069).
  ['GET', 'terminal/registrations/own/'],
  // Settings, signs of life, orders.
  ['GET', 'terminal/terminals/config/'],
  ['POST', 'terminal/terminals/status/'],
  ['POST', 'terminal/terminals/:id/status/'],
  ['POST', 'terminal/status/'],
  ['PATCH', 'terminal/tasks/:id/'],
  // Connection tokens.
  ['POST', 'authentication/super-connection-token/'],
  ['POST', 'authentication/super-connection-token/secret/'],
  ['PATCH', 'authentication/super-connection-token/renewal/'],
  ['POST', 'authentication/super-connection-token/applet-option/'],
  ['POST DELETE', 'authentication/super-connection-token/applet-account/release/'],
  // Sessions, commands, reviews. Both addresses of sessions are in use.
  ['POST', 'terminal/sessions/'],
  ['GET PUT PATCH', 'terminal/sessions/:id/'],
  ['POST', 'terminal/terminals/sessions/'],
  ['GET PUT PATCH', 'terminal/terminals/sessions/:id/'],
  ['POST', 'terminal/sessions/:id/replay/'],
  ['POST', 'terminal/sessions/join/validate/'],
  // Ours: that somebody stopped watching.
  ['POST', 'terminal/sessions/join/ended/'],
  ['POST', 'terminal/commands/'],
  ['POST', 'terminal/commands/insecure-command/'],
  ['POST', 'acls/command-filter-acls/command-review/'],
  ['POST', 'acls/login-asset/check/'],
  ['GET DELETE', 'tickets/super-tickets/:id/status/'],
  ['POST', 'tickets/ticket-session-relation/'],
  // Transferred files.
  ['POST', 'audits/ftp-logs/'],
  ['PATCH', 'audits/ftp-logs/:id/'],
  ['POST', 'audits/ftp-logs/:id/upload/'],
  // Our own: whether a key that a client offers is one that opens.
  ['POST', 'authentication/public-keys/known/'],
  ['POST', 'authentication/terminal-logins/standing/'],
  // What a person who came by SSH may reach.
  ['GET', 'perms/users/:user/*'],
  // Ours: an asset that they mark, or no longer.
  ['POST', 'perms/users/:user/favorites/'],
  ['GET', 'assets/assets/:id/platform/'],
  ['GET', 'assets/domains/:id/'],
  // Sharing, and whom to share with.
  ['GET', 'users/users/?action=suggestion'],
  ['GET', 'users/users/suggestions/'],
  ['POST', 'terminal/session-sharings/'],
  // Ours: members of the organisation of a session that it carries.
  ['GET', 'terminal/session-sharings/people/'],
  ['GET', 'terminal/session-sharings/:id/'],
  ['POST', 'terminal/session-join-records/'],
  ['PATCH', 'terminal/session-join-records/:id/finished/'],
  // Ours: whether guests may stay.
  ['POST', 'terminal/session-join-records/standing/'],
  // Hosts of remote applications.
  ['POST', 'terminal/applet-hosts/:id/startup/'],
  // The caller's own host, named or not (docs/decisions/0083).
  ['GET', 'terminal/applet-hosts/accounts/'],
  ['GET PUT PATCH', 'terminal/applet-hosts/accounts/:id/'],
  ['GET', 'terminal/applet-hosts/applets/'],
  ['GET PUT PATCH', 'terminal/applet-hosts/applets/:id/'],
  ['POST', 'terminal/applet-hosts/applets/reports/'],
  ['GET', 'terminal/applet-hosts/:host/accounts/'],
  ['GET PUT PATCH', 'terminal/applet-hosts/:host/accounts/:id/'],
  ['GET', 'terminal/applet-hosts/:host/applets/'],
  ['GET PUT PATCH', 'terminal/applet-hosts/:host/applets/:id/'],
  ['POST', 'terminal/applet-hosts/:host/applets/reports/'],
  ['GET', 'terminal/applets/:id/'],
  ['GET', 'terminal/applets/:id/download/'],
  // Our own: host keys (docs/decisions/0027).
  ['POST', 'terminal/host-keys/'],
  ['POST', 'terminal/host-keys/changed/'],
  // Our own: the rules of live sessions (docs/decisions/0042).
  ['POST', 'terminal/sessions/rules/'],
];

/** What a component may ask before it has been approved: who it is, whether it may work, and to say that it is alive. */
export const WAITING_CALLS: readonly (readonly [methods: string, path: string])[] = [
  ['GET', 'users/profile/'],
  ['GET', 'terminal/registrations/own/'],
  ['POST', 'terminal/terminals/status/'],
  ['POST', 'terminal/terminals/:id/status/'],
  ['POST', 'terminal/status/'],
];

/** Sockets a component opens with its key. */
const COMPONENT_SOCKETS: readonly string[] = ['/ws/terminal-task/'];

const API = '/api/v1/';

interface Pattern {
  methods: readonly string[];
  segments: readonly string[];
  /** Query parameter the call has to carry, as `name=value`. */
  query: string;
}

const compiled = (calls: typeof COMPONENT_CALLS): readonly Pattern[] =>
  calls.map(([methods, address]) => {
    const [path = '', query = ''] = address.split('?');
    return { methods: methods.split(' '), segments: path.split('/').filter(Boolean), query };
  });
const PATTERNS = compiled(COMPONENT_CALLS);
const WAITING = compiled(WAITING_CALLS);

function fits({ segments }: Pattern, path: readonly string[]): boolean {
  const open = segments.at(-1) === '*';
  const fixed = open ? segments.slice(0, -1) : segments;
  if (open ? path.length < fixed.length : path.length !== fixed.length) return false;
  return fixed.every((segment, at) => segment.startsWith(':') || segment === path[at]);
}

/**
 * Whether a component may make this call with its own key. `path` is that of the route or of the request, without a
 * query; a question about what a call takes (OPTIONS) goes with none of them.
 */
export function componentMayCall(method: Method, path: string, query: Readonly<Record<string, string>> = {}): boolean {
  return COMPONENT_SOCKETS.includes(path) || among(PATTERNS, method, path, query);
}

/** Whether it may make it while it waits to be approved. No socket is open to it. */
export const waitingComponentMayCall = (method: Method, path: string): boolean => among(WAITING, method, path, {});

function among(patterns: readonly Pattern[], method: Method, path: string, query: Readonly<Record<string, string>>): boolean {
  if (!path.startsWith(API)) return false;
  const segments = path.slice(API.length).split('/').filter(Boolean);
  return patterns.some((pattern) => {
    if (!pattern.methods.includes(method) || !fits(pattern, segments)) return false;
    const [name = '', value = ''] = pattern.query.split('=');
    return name === '' || query[name] === value;
  });
}
