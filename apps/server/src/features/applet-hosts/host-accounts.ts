import { createHash } from 'node:crypto';
import type { Context, Kernel } from '@postern/resource';
import { sql } from 'kysely';
import { randomText } from '../../platform/auth/random.ts';
import { createOn } from '../accounts/index.ts';
import { randomPassword } from '../automations/index.ts';

/** Logins of people on a host (decision 0083): made here, switched on by its agent once they are on the machine. */

/** Longest name of a login on Windows. */
const MAX_NAME = 20;
/** Logins made in one transaction. */
const MAX_AT_ONCE = 250;

// biome-ignore lint/suspicious/noControlCharactersInRegex: names of logins hold none
const FORBIDDEN = /["/\\[\]:;|=,+*?<>@\s\u0000-\u001f\u007f-\u009f]/gu;

/** The beginning of a text, in whole characters, that Windows counts as so many; a dot at the end it would drop. */
function cut(value: string, length: number): string {
  let kept = '';
  for (const character of value) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept.replace(/\.+$/u, (dots) => '_'.repeat(dots.length));
}

/** Windows does not tell capitals from small letters. */
const folded = (name: string): string => name.toLowerCase();

/**
 * The name of somebody's own login: theirs as far as Windows takes it, and with a mark of the person behind it where that is taken.
 * @param taken names on the machine, folded
 */
export function privateName(user: { id: string; username: string }, taken: ReadonlySet<string>): string {
  const wanted = `js_${user.username.replace(FORBIDDEN, '_')}`;
  let name = cut(wanted, MAX_NAME);
  for (let round = 0; taken.has(folded(name)); round += 1) {
    const mark = createHash('sha256').update(`${user.id} ${round}`).digest('hex').slice(0, 6);
    name = `${cut(wanted, MAX_NAME - mark.length - 1)}_${mark}`;
  }
  return name;
}

function publicName(taken: ReadonlySet<string>): string {
  let name = `jms_${randomText(8)}`.toLowerCase();
  while (taken.has(folded(name))) name = `jms_${randomText(8)}`.toLowerCase();
  return name;
}

interface Missing {
  username: string;
  userId: string | null;
}

/** The next logins that a host lacks, at most so many: public ones up to `amount`, then one for each active person. */
async function missingOn(ctx: Context, hostId: string, amount: number): Promise<Missing[]> {
  const { rows: names } = await sql<{ name: string }>`
    select username as name from accounts where asset_id = ${hostId} union select name from accounts where asset_id = ${hostId}`.execute(
    ctx.tx,
  );
  const taken = new Set(names.map(({ name }) => folded(name)));
  const take = (username: string): string => {
    taken.add(folded(username));
    return username;
  };
  const { rows: there } = await sql<{ n: number }>`
    select count(*)::int as n from applet_host_accounts where host_id = ${hostId} and not is_private`.execute(ctx.tx);
  const open = Math.min(MAX_AT_ONCE, Math.max(0, amount - (there[0]?.n ?? 0)));
  const shared = Array.from({ length: open }, (): Missing => ({ username: take(publicName(taken)), userId: null }));
  const { rows: people } = await sql<{ id: string; username: string }>`
    select u.id, u.username from users u
    where u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > ${ctx.clock()})
      and not exists (select 1 from applet_host_accounts h where h.host_id = ${hostId} and h.user_id = u.id)
    order by u.date_created, u.id limit ${MAX_AT_ONCE - open}`.execute(ctx.tx);
  return [...shared, ...people.map((user): Missing => ({ username: take(privateName(user, taken)), userId: user.id }))];
}

/**
 * Makes logins that a host lacks, off and with secrets of their own, in the caller's transaction.
 * @returns how many; none when there is nothing left to do
 */
export async function makeAccounts(kernel: Kernel, ctx: Context, hostId: string, amount: number): Promise<number> {
  // Two at the same moment would make everything twice.
  const { rows: hosts } = await sql<{ org_id: string }>`
    select a.org_id from applet_hosts h join assets a on a.id = h.asset_id where h.asset_id = ${hostId} for update of h`.execute(ctx.tx);
  if (!hosts[0]) return 0;
  const missing = await missingOn(ctx, hostId, amount);
  if (missing.length === 0) return 0;
  const made = await createOn(
    kernel,
    ctx,
    { id: hostId, org_id: hosts[0].org_id },
    missing.map(({ username }) => ({ name: username, username, secret_type: 'password', secret: randomPassword(), is_active: false })),
  );
  const owners = missing.map(({ userId }) => userId);
  await sql`
    insert into applet_host_accounts (account_id, host_id, is_private, user_id)
    select x.account, ${hostId}, x.owner is not null, x.owner from unnest(${made}::uuid[], ${owners}::uuid[]) as x(account, owner)`.execute(
    ctx.tx,
  );
  return made.length;
}
