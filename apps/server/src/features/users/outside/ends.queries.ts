import { at, type Context } from '@postern/resource';
import { sql } from 'kysely';
import { answers } from './outside-rules.ts';

/** Somebody whose account is to be looked at, and whether their sponsor can still answer for them. */
export interface Ending {
  id: string;
  name: string;
  username: string;
  date_expired: Date;
  sponsor_id: string | null;
  sponsor_name: string | null;
  sponsored: boolean;
}

/** Of each kind in one run; the next one is a minute away. */
const MOST = 500;

/** Whether the sponsor (`s`) can answer for others; nobody is no sponsor. */
const sponsored = (ctx: Context) => sql<boolean>`coalesce(${answers(ctx, at('s'))}, false)`;
const people = (
  ctx: Context,
) => sql`select u.id, u.name, u.username, u.date_expired, u.sponsor_id, s.name as sponsor_name, ${sponsored(ctx)} as sponsored
  from users u left join users s on s.id = u.sponsor_id`;
const STANDING = sql`u.from_outside and u.is_active and u.date_expired > now()`;

/** People from outside whose account ends within so many days, of which nobody has been told nor decided. */
export async function endingSoon(ctx: Context, days: number): Promise<Ending[]> {
  const { rows } = await sql<Ending>`${people(ctx)} where ${STANDING} and u.date_expired <= now() + make_interval(days => ${days})
    and u.end_told is distinct from u.date_expired and u.end_accepted is distinct from u.date_expired
    order by u.date_expired limit ${MOST}`.execute(ctx.tx);
  return rows;
}

/** People from outside for whom nobody can answer, and of which administrators have not been told. */
export async function withoutSponsor(ctx: Context): Promise<Ending[]> {
  const { rows } = await sql<Ending>`${people(ctx)} where ${STANDING} and not u.sponsor_loss_told and not ${sponsored(ctx)}
    order by u.name limit ${MOST}`.execute(ctx.tx);
  return rows;
}

/** Sponsors who can answer again are to be missed again when they go. */
export async function noteSponsorsBack(ctx: Context): Promise<void> {
  await sql`update users u set sponsor_loss_told = false from users s
    where s.id = u.sponsor_id and u.sponsor_loss_told and ${sponsored(ctx)}`.execute(ctx.tx);
}

/** People whose account has ended by itself, and for whom something may still open. */
export async function ended(ctx: Context): Promise<Pick<Ending, 'id' | 'username'>[]> {
  const { rows } = await sql<Pick<Ending, 'id' | 'username'>>`select id, username from users
    where date_expired <= now() and not is_service_account and (date_access_ended is null or date_access_ended < date_expired)
    order by date_expired limit ${MOST} for update skip locked`.execute(ctx.tx);
  return rows;
}

/** Seconds until accounts end, of those that do before the next run. */
export async function secondsUntilEnds(ctx: Context, within: number): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`select distinct ceil(extract(epoch from date_expired - now()))::int as seconds from users
    where date_expired > now() and date_expired <= now() + make_interval(secs => ${within}) and not is_service_account
    order by 1 limit ${MOST}`.execute(ctx.tx);
  return rows.map(({ seconds }) => seconds);
}
