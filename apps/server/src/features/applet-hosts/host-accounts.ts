import { createHash } from 'node:crypto';
import type { Context, Kernel } from '@postern/resource';
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
  const names = await ctx.tx.selectFrom('accounts').select(['username', 'name']).where('asset_id', '=', hostId).execute();
  const taken = new Set(names.flatMap(({ username, name }) => [folded(username), folded(name ?? '')]));
  const take = (username: string): string => {
    taken.add(folded(username));
    return username;
  };
  const { n: there } = await ctx.tx
    .selectFrom('applet_host_accounts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('host_id', '=', hostId)
    .where('is_private', '=', false)
    .executeTakeFirstOrThrow();
  const open = Math.min(MAX_AT_ONCE, Math.max(0, amount - there));
  const shared = Array.from({ length: open }, (): Missing => ({ username: take(publicName(taken)), userId: null }));
  const people = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.username'])
    .where('u.is_active', '=', true)
    .where('u.is_service_account', '=', false)
    .where((eb) => eb.or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('applet_host_accounts as h').select('h.account_id').where('h.host_id', '=', hostId).whereRef('h.user_id', '=', 'u.id'),
        ),
      ),
    )
    .orderBy('u.date_created')
    .orderBy('u.id')
    .limit(MAX_AT_ONCE - open)
    .execute();
  return [...shared, ...people.map((user): Missing => ({ username: take(privateName(user, taken)), userId: user.id }))];
}

/**
 * Makes logins that a host lacks, off and with secrets of their own, in the caller's transaction.
 * @returns how many; none when there is nothing left to do
 */
export async function makeAccounts(kernel: Kernel, ctx: Context, hostId: string, amount: number): Promise<number> {
  // Two at the same moment would make everything twice.
  const host = await ctx.tx
    .selectFrom('applet_hosts as h')
    .innerJoin('assets as a', 'a.id', 'h.asset_id')
    .select(['a.id', 'a.org_id'])
    .where('h.asset_id', '=', hostId)
    .forUpdate('h')
    .executeTakeFirst();
  if (!host) return 0;
  const missing = await missingOn(ctx, hostId, amount);
  if (missing.length === 0) return 0;
  const made = await createOn(
    kernel,
    ctx,
    host,
    missing.map(({ username }) => ({ name: username, username, secret_type: 'password', secret: randomPassword(), is_active: false })),
  );
  const rows = made.map((account_id, at) => {
    const user_id = missing[at]?.userId ?? null;
    return { account_id, host_id: hostId, is_private: user_id !== null, user_id };
  });
  await ctx.tx.insertInto('applet_host_accounts').values(rows).execute();
  return made.length;
}
