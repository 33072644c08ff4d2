import type { Context } from '@postern/resource';
import { keepPastTransfer } from '../../features/ftp-logs/index.ts';
import { keepPastSession, type ReplayStore } from '../../features/sessions/index.ts';
import { appendLoginLog } from '../../platform/audit/login-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Machine, Person } from '../inventory.ts';
import { SCRIPTS, type Script } from './scripts.ts';
import { chance, type Typed, typed } from './typing.ts';

/** How many sessions there were, over how many days. */
const SESSIONS = 38;
const DAYS = 30;
const DAY_MS = 86_400_000;
/** People work from this hour of UTC on, for so many hours. */
const MORNING = 7;
const HOURS = 10;
/** The risk level of a command that a rule refused. */
const REFUSED = 5;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0';

interface Past {
  script: Script;
  person: Person;
  machine: Machine;
  account: Machine['accounts'][number];
  start: Date;
  recording: Typed;
}

export interface PastDeps {
  store: ReplayStore;
  jobs: Platform['jobs'];
  rule: { id: string; group: string };
}

/** Moments of the month until now, most of them on working days. */
function moment(now: number, at: number, next: () => number): Date {
  // A few are always of today and yesterday, and none is older than the month.
  const ago = Math.floor(DAYS * (at / SESSIONS) * (0.7 + 0.3 * next()));
  const day = Math.floor(now / DAY_MS) - ago;
  const weekday = new Date(day * DAY_MS).getUTCDay();
  const worked = next() < 0.15 ? day : day - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0);
  const found = worked * DAY_MS + (MORNING + next() * HOURS) * 3_600_000;
  // What would not be over yet was yesterday.
  return new Date(found > now - 3_600_000 ? found - DAY_MS : found);
}

/** One of several, by chance. */
const oneOf = <T>(all: readonly T[], next: () => number): T | undefined => all[Math.floor(next() * all.length)];

function planned(now: Date, people: readonly Person[], machines: readonly Machine[]): Past[] {
  return Array.from({ length: SESSIONS }, (_, at) => at).flatMap((at) => {
    const next = chance(at);
    const script = SCRIPTS[at % SCRIPTS.length] as Script;
    const start = moment(now.getTime(), at, next);
    const person = oneOf(
      people.filter(({ username }) => script.people.includes(username)),
      next,
    );
    const machine = oneOf(
      machines.filter(({ name }) => name.startsWith(script.machines)),
      next,
    );
    const account = machine?.accounts.find(({ username }) => username === script.account);
    if (!person || !machine || !account) return [];
    const terminal = { user: account.username, host: machine.name, title: `${account.username}@${machine.name}`, start };
    return [{ script, person, machine, account, start, recording: typed(script.lines, terminal, next) }];
  });
}

const called = ({ name, username }: { name: string; username: string }): string => `${name}(${username})`;
const addressOf = ({ number }: Person): string => `10.20.0.${20 + number}`;
const after = (start: Date, seconds: number): Date => new Date(start.getTime() + seconds * 1000);

async function keep(ctx: Context, { store, jobs, rule }: PastDeps, one: Past): Promise<void> {
  const { script, person, machine, account, start, recording } = one;
  const about = {
    user: called(person),
    asset: `${machine.name}(${machine.address})`,
    account: called(account),
    remote_addr: addressOf(person),
  };
  const session = await keepPastSession(
    ctx,
    { store, jobs },
    {
      ...about,
      user_id: person.id,
      asset_id: machine.id,
      account_id: account.id,
      login_from: person.number % 2 === 0 ? 'WT' : 'ST',
      end_reason: script.end,
      end_params: script.end === 'idle' ? { minutes: '30' } : {},
      start,
      end: after(start, recording.seconds),
      recording,
      commands: script.lines.map(({ input, output, risk = 0 }, at) => ({
        input,
        output,
        risk_level: risk,
        cmd_filter_acl: risk === REFUSED ? rule.id : null,
        cmd_group: risk === REFUSED ? rule.group : null,
        at: after(start, recording.entered[at] ?? 0),
      })),
    },
  );
  for (const [at, transfer] of (script.transfers ?? []).entries())
    await keepPastTransfer(ctx, session, { ...about, ...transfer, date_start: after(start, recording.seconds * (0.6 + at * 0.1)) });
}

/** People log in before they connect; one mistypes the password now and then. */
async function keepLogin(ctx: Context, { person, start }: Past, at: number): Promise<void> {
  const attempt = { username: person.username, userId: person.id, type: 'W', ip: addressOf(person), userAgent: BROWSER, mfa: 0 } as const;
  if (at % 7 === 3) await appendLoginLog(ctx.tx, { ...attempt, reason: 'password_failed', ok: false }, after(start, -140));
  await appendLoginLog(ctx.tx, { ...attempt, backend: 'Password', ok: true }, after(start, -120));
}

/** Writes down the sessions of the past month as the component that carried them would have, with recordings that can be checked and played. */
export async function fillPast(ctx: Context, deps: PastDeps, people: readonly Person[], machines: readonly Machine[]): Promise<void> {
  const past = planned(ctx.clock(), people, machines).sort((a, b) => a.start.getTime() - b.start.getTime());
  for (const one of past) await keep(ctx, deps, one);
  for (const [at, one] of past.entries()) await keepLogin(ctx, one, at);
}
