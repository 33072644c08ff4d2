import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { among, type Call, type Context, eb, type Route, uuid } from '@postern/resource';
import { demoSshLine } from '../../platform/demo-ssh-line.ts';
import { login } from '../../platform/routes/login.ts';
import { browser } from './external-landing.ts';
import type { LoginDeps } from './limits.ts';
import { provedLogin } from './login.service.ts';
import { findById } from './login-user.ts';
import { answer, LOGIN, SHORT, STEP } from './page-answer.ts';

/** What somebody of the demo is there to show. */
export const DEMO_PARTS = ['administrator', 'auditor', 'user', 'approver'] as const;
export type DemoPart = (typeof DEMO_PARTS)[number];

/** Whom a demo lets in without a password: ids and what they show. The supervisor tells it to the servers that it starts with `--demo`, and nothing else can. */
export type DemoPeople = ReadonlyMap<string, DemoPart>;

/** As it is told on a command line: `part=id`, parted by commas. */
export const writeDemoPeople = (people: DemoPeople): string => [...people].map(([id, part]) => `${part}=${id}`).join(',');

/** Reads what was written; what is no such pair is passed over. */
export function readDemoPeople(given: string): DemoPeople {
  const pairs = given.split(',').map((pair) => pair.split('='));
  return new Map(
    pairs.flatMap(([part, id = '']) => DEMO_PARTS.filter((one) => one === part && parseUuid(id) === id).map((one) => [id, one] as const)),
  );
}

/** Addresses of this machine (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3), also as IPv6 sockets see them. */
const LOOPBACK = /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a browser is on this machine and says so itself. The name is looked at because pages of others can have theirs lead here (DNS rebinding), and
 * a proxy in front hands its own name on.
 */
export const isHere = (ctx: Context, { url }: Pick<Call, 'url'>): boolean => LOOPBACK.test(ctx.origin.ip) && OWN_NAMES.has(url.hostname);

/** What the log-in page offers a browser in a demo; undefined where it offers nothing. */
export async function offeredDemo(ctx: Context, { people, sshPort }: { people: DemoPeople; sshPort: number }, request: Call) {
  if (people.size === 0 || !isHere(ctx, request)) return undefined;
  const rows = await ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where(among(eb.ref('id'), [...people.keys()]))
    .where('is_active', '=', true)
    .execute();
  const offered = rows
    .map((row) => ({ ...row, part: people.get(row.id) ?? DEMO_PARTS[2] }))
    .sort((a, b) => DEMO_PARTS.indexOf(a.part) - DEMO_PARTS.indexOf(b.part));
  const user = offered.find(({ part }) => part === 'user');
  return { people: offered, ssh: user ? demoSshLine(user.username, sshPort) : '' };
}

/** Of the log-in log. */
const BACKEND = 'Demo';

/** Logs in as one of the people of a demo, by a click (docs/decisions/0162). Outside of a demo there is no such route. */
export const demoLoginRoutes = (deps: LoginDeps, people: DemoPeople): readonly Route[] =>
  people.size === 0
    ? []
    : [
        login({
          path: `${LOGIN}demo/`,
          name: 'authentication.page.demo',
          because: 'only in a demo, only from this machine, and only as the people that the demo has made for it',
          ...STEP,
          bodyLimit: SHORT,
          body: { person: uuid({ label: text('Person', '人员', '人'), required: true }) },
          async take(ctx, { body, query, request }) {
            const user = isHere(ctx, request) && people.has(body.person) ? await findById(ctx, body.person) : undefined;
            if (!user) throw new CodedError('not_found');
            return answer(ctx, deps, query, await provedLogin(ctx, deps, user, { backend: BACKEND }, browser(ctx, deps)));
          },
        }),
      ];
