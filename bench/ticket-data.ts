import { ORG } from '@postern/contract/ids';
import { PEOPLE } from '@postern/testkit/dataset';
import type pg from 'pg';

/** Of how many tickets the person who is measured may decide one, and has asked for one. */
const DECIDES = 50;
const ASKED = 1_000;
/** Of how many tickets one is open. */
const OPEN = 200;

const uuid = (number: string): string => `('be0000fa-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const when = (number: string, amount: number): string => `now() - make_interval(mins => (${amount} - ${number})::int)`;

/** What the person who is measured has of so many tickets. */
export const shareOf = (tickets: number) => ({
  asked: Math.floor(tickets / ASKED),
  decides: Math.floor(tickets / DECIDES),
});

/**
 * Fills the tables of tickets straight in SQL, without their triggers: each has two steps, three people for each step, and a state that follows from
 * its number. One in fifty may be decided by the person who is measured, one in a thousand was asked for by them.
 * @param client as the owner of the tables
 */
export async function fillTickets(client: pg.Client, tickets: number, say: (line: string) => void): Promise<void> {
  const open = `i % ${OPEN} = 0`;
  await client.query('set session_replication_role = replica');
  await client.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`);
  await client.query(`create temp table people as
    select row_number() over (order by username) - 1 as n, id, name || '(' || username || ')' as display from users where username <> '${PEOPLE.some}'`);
  await client.query(
    `create temp table me as select id, name || '(' || username || ')' as display from users where username = '${PEOPLE.some}'`,
  );
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from people');
  const people = rows[0]?.n ?? 1;
  const statements = {
    tickets: `insert into tickets (id, title, serial_num, type, state, status, applicant_id, rel_snapshot, org_id, date_lapses, date_created, date_updated, apply_run_asset, apply_run_command, apply_accounts)
      select ${uuid('i')}, 'Access to web-' || i % 2000 || ' for deployment ' || i, 'B' || lpad(i::text, 11, '0'),
        (array['apply_asset','login_confirm','login_asset_confirm','command_confirm'])[1 + i % 4], case when ${open} then 'pending' when i % 3 = 0 then 'rejected' else 'approved' end,
        case when ${open} then 'open' else 'closed' end, coalesce(case when i % ${ASKED} = 525 then me.id end, p.id),
        jsonb_build_object('applicant', p.display, 'apply_assets', 'web-' || i % 2000), '${ORG.DEFAULT}', now() + interval '7 days',
        ${when('i', tickets)}, ${when('i', tickets)}, 'web-' || i % 2000 || '(10.1.2.3)', 'systemctl restart app-' || i % 977, '["@SPEC","root"]'
      from generate_series(1, ${tickets}) i join people p on p.n = i % ${people} cross join me`,
    ticket_steps: `insert into ticket_steps (ticket_id, level, state, date_updated)
      select ${uuid('i')}, level, case when ${open} then 'pending' else 'approved' end, ${when('i', tickets)}
      from generate_series(1, ${tickets}) i, generate_series(1, 2) level`,
    ticket_assignees: `insert into ticket_assignees (ticket_id, level, user_id, display, state, is_current, date_created)
      select ${uuid('i')}, level, p.id, p.display, case when ${open} then 'pending' else 'approved' end, level = 1, ${when('i', tickets)}
      from generate_series(1, ${tickets}) i cross join generate_series(1, 2) level cross join generate_series(1, 3) which
      join people p on p.n = (i * 7 + level * 13 + which) % ${people}
      on conflict do nothing`,
    'ticket_assignees of one': `insert into ticket_assignees (ticket_id, level, user_id, display, state, is_current, date_created)
      select ${uuid('i')}, 1, me.id, me.display, case when ${open} then 'pending' else 'approved' end, true, ${when('i', tickets)}
      from generate_series(${DECIDES}, ${tickets}, ${DECIDES}) i cross join me on conflict do nothing`,
  };
  for (const [what, statement] of Object.entries(statements)) {
    const started = performance.now();
    await client.query(statement);
    say(`${what}: ${Math.round((performance.now() - started) / 1000)} s`);
  }
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze tickets, ticket_steps, ticket_assignees');
}
