import type pg from 'pg';
import { EVIDENCE_TABLES } from './evidence-tables.ts';

/** What is asked and said of roles, by a connection of its own: the builder knows neither roles nor rights. */

/** Name, in the table of settings, of the encrypted password of the role that we made. */
const PASSWORD_SETTING = 'DATABASE_RUNTIME_PASSWORD';

/** Whether the role of a connection can change evidence: as owner of a table, as superuser, or by a grant. */
export async function ownsEvidence(client: pg.Client | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select coalesce(bool_or(pg_has_role(c.relowner, 'member') or has_table_privilege(c.oid, 'update, delete, truncate, trigger')), false) as owns
     from pg_class c where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace`,
    [EVIDENCE_TABLES.filter(({ rights }) => !rights.includes('update')).map(({ name }) => name)],
  );
  return rows[0]?.owns ?? false;
}

/** Makes those who give rights at the same moment take turns, until the connection ends. */
export async function lockRoles(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock(7015390114)');
}

/** Gives a role what running the product takes, and nothing that changes evidence. Idempotent; as the owner, after every migration. */
export async function grant(client: pg.Client, role: string): Promise<void> {
  const to = client.escapeIdentifier(role);
  const { rows } = await client.query<{ schema: string; jobs: boolean }>(
    `select current_schema() as schema, to_regnamespace('pgboss') is not null as jobs`,
  );
  const own = client.escapeIdentifier(rows[0]?.schema ?? 'public');
  const lines: string[] = [];
  for (const schema of [own, ...(rows[0]?.jobs ? ['pgboss'] : [])])
    lines.push(
      `grant usage on schema ${schema} to ${to}`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${to}`,
      `grant usage, select, update on all sequences in schema ${schema} to ${to}`,
    );
  if (rows[0]?.jobs) lines.push(`grant execute on all functions in schema pgboss to ${to}`);
  for (const { name, rights } of EVIDENCE_TABLES)
    lines.push(`revoke all on ${own}.${name} from ${to}`, `grant ${rights} on ${own}.${name} to ${to}`);
  lines.push(
    `revoke all on ${own}.schema_migrations from ${to}`,
    `grant select on ${own}.schema_migrations to ${to}`,
    `grant execute on function ${own}.seal_evidence(text), ${own}.clean_evidence(text, integer), ${own}.clean_commands(integer),
      ${own}.hand_over_commands(uuid, uuid[]) to ${to}`,
  );
  // One after the other in one round trip and one transaction: nobody sees rights half given.
  await client.query(lines.join(';\n'));
}

/** Who a connection is. */
export async function roleName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ me: string }>('select current_user as me');
  return rows[0]?.me ?? '';
}

export async function databaseName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

/** Whether we may make roles, and whether this one is there. */
export async function roleState(client: pg.Client, role: string): Promise<{ may: boolean; known: boolean }> {
  const { rows } = await client.query<{ may: boolean; known: boolean }>(
    `select (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may,
       exists (select from pg_roles where rolname = $1) as known`,
    [role],
  );
  return rows[0] ?? { may: false, known: false };
}

/** Makes a role that logs in, or gives it another password. The stored form goes over, not the password: a server may log statements. */
export async function setLogin(client: pg.Client, role: string, known: boolean, verifier: string): Promise<void> {
  await client.query(
    `${known ? 'alter' : 'create'} role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(verifier)}`,
  );
}

/** The encrypted password of the role that we made; null when we made none. */
export async function storedPassword(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ stored: string }>(`select value #>> '{}' as stored from settings where name = $1`, [
    PASSWORD_SETTING,
  ]);
  return rows[0]?.stored ?? null;
}

/** Keeps it, encrypted. */
export async function storePassword(client: pg.Client, encrypted: string): Promise<void> {
  await client.query(`insert into settings (name, value, encrypted) values ($1, $2::jsonb, true)`, [
    PASSWORD_SETTING,
    JSON.stringify(encrypted),
  ]);
}
