import { ORG, ROLE } from '@postern/contract/ids';
import type pg from 'pg';

/** Amounts of the evidence that is measured, and how long it reaches back. */
export interface EvidenceAmounts {
  commands: number;
  sessions: number;
  days: number;
}

/** The second organisation has one row in ten, so that lists have something to leave out. */
export const ELSEWHERE = 'be00000f-0000-4000-8000-000000000001';

const uuid = (prefix: string, number: string): string => `('${prefix}-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const org = (number: string): string => `(case when (${number}) % 10 = 9 then '${ELSEWHERE}' else '${ORG.DEFAULT}' end)::uuid`;
const pick = (number: string, ...words: string[]): string =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + (${number})::bigint % ${words.length}]`;
const person = (number: string): string => `'Person ' || (${number}) % 500 || '(person-' || (${number}) % 500 || ')'`;
const machine = (number: string): string =>
  `'web-' || (${number}) % 2000 || '(10.1.' || (${number}) % 2000 / 250 || '.' || (${number}) % 250 || ')'`;
const account = (number: string): string => pick(number, 'root(root)', 'deploy(deploy)', 'postgres(postgres)');
const address = (number: string): string => `'192.0.2.' || (${number}) % 250`;
/** The last row is of now; from it they go back evenly. */
const when = (number: string, amount: number, days: number): string =>
  `now() - make_interval(secs => (${amount} - ${number})::float8 * ${(days * 86_400) / amount})`;

/** Rows of the evidence tables, each with its number `i`, oldest first. */
const statements = ({ commands, sessions, days }: EvidenceAmounts): Readonly<Record<string, string>> => {
  const per = commands / sessions;
  const session = `((i - 1) / ${per})::bigint + 1`;
  const made = when('i', sessions, days);
  return {
    sessions: `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, remote_addr, is_finished, has_replay, has_command, date_start, date_end)
      select ${uuid('be0000f1', 'i')}, ${org('i')}, ${person('i')}, ${machine('i * 7')}, ${account('i')}, '@INPUT', 'ssh', ${pick('i', 'WT', 'ST')}, ${address('i')},
        i <= ${sessions} - 200, true, true, ${made}, ${made} + interval '5 minutes' from generate_series(1, ${sessions}) i`,
    commands: `insert into commands (id, org_id, "user", asset, account, session, input, output, risk_level, "timestamp")
      select ${uuid('be0000f2', 'i')}, ${org(session)}, ${person(session)}, ${machine(`(${session}) * 7`)}, ${account(session)}, ${uuid('be0000f1', session)}::text,
        ${pick('i', 'ls -la', 'cd /srv/app', 'sudo systemctl status nginx', 'tail -n 100 /var/log/syslog', 'git pull', 'df -h', 'vim app.conf')} || case when i % 7 = 3 then ' # line ' || i else '' end,
        'done', case when i % 1000 = 0 then 5 else 0 end, extract(epoch from ${when('i', commands, days)})::int from generate_series(1, ${commands}) i`,
    login_logs: `insert into login_logs (id, seq, prev_hash, hash, username, type, ip, city, user_agent, mfa, backend, status, datetime)
      select ${uuid('be0000f3', 'i')}, -i, '', '', 'person-' || i % 500, ${pick('i', 'W', 'T')}, ${address('i')}, 'Unknown', 'Mozilla/5.0', i % 2, 'Password', i % 20 > 0, ${made}
        from generate_series(1, ${sessions}) i`,
    operate_logs: `insert into operate_logs (id, seq, prev_hash, hash, user_text, user_id, action, resource_type, resource_id, resource, remote_addr, datetime, org_id)
      select ${uuid('be0000f4', 'i')}, -i, '', '', ${person('i')}, ${uuid('be0000f5', 'i % 500')}, ${pick('i', 'update', 'create', 'delete', 'view')}, 'host', ${uuid('be0000f6', 'i % 2000')}::text, ${machine('i')}, ${address('i')}, ${made}, ${org('i')}
        from generate_series(1, ${sessions}) i`,
    ftp_logs: `insert into ftp_logs (id, org_id, "user", remote_addr, asset, account, operate, filename, date_start, session_id)
      select ${uuid('be0000f7', 'i')}, ${org('i')}, ${person('i')}, ${address('i')}, ${machine('i * 7')}, ${account('i')}, ${pick('i', 'upload', 'download')}, '/srv/files/report-' || i || '.csv', ${made}, ${uuid('be0000f1', 'i')}
        from generate_series(1, ${sessions}) i`,
  };
};

/** Whether a folder that was kept has this much already. */
export async function isFilled(client: pg.Client, { commands }: EvidenceAmounts): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(`select coalesce(sum(n), 0)::int as n from evidence_counts where log = 'commands'`);
  return (rows[0]?.n ?? 0) >= commands;
}

/** Fills the evidence tables, and makes the people of whom they tell. */
export async function fillEvidence(client: pg.Client, amounts: EvidenceAmounts, say: (line: string) => void): Promise<void> {
  await client.query(`insert into users (id, name, username, email, is_first_login, from_outside)
    select ${uuid('be0000f8', 'i')}, 'Person ' || i, 'person-' || i, 'person-' || i || '@elsewhere.example', false, false from generate_series(0, 499) i
    on conflict do nothing`);
  await client.query(`insert into role_bindings (id, user_id, role_id, scope, org_id)
    select gen_random_uuid(), id, '${ROLE.ORG_USER}'::uuid, 'org', '${ORG.DEFAULT}'::uuid from users where username ~ '^person-([0-9]|[1-9][0-9]|[1-3][0-9][0-9])$'`);
  await fillLogs(client, amounts, say);
}

/**
 * Fills the evidence tables straight in SQL, without their triggers and with their indexes made afterwards: by the product's own ways it would
 * take days. Numbers of the chained logs go below zero, where no chain looks for them.
 * @param client as the owner of the tables
 */
export async function fillLogs(client: pg.Client, amounts: EvidenceAmounts, say: (line: string) => void): Promise<void> {
  await client.query(`insert into organizations (id, name) values ('${ELSEWHERE}', 'Elsewhere') on conflict do nothing`);
  await client.query(`set session_replication_role = replica`);
  await client.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`);
  for (const [table, statement] of Object.entries(statements(amounts))) {
    const started = performance.now();
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
        where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [table],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(statement);
    for (const { made } of indexes) await client.query(made);
    say(`${table}: ${Math.round((performance.now() - started) / 1000)} s`);
  }
  for (const table of Object.keys(statements(amounts))) await client.query('select count_evidence_again($1)', [table]);
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze sessions, commands, login_logs, operate_logs, ftp_logs, evidence_counts');
}
