import type { Context } from '@postern/resource';
import { sql } from 'kysely';

export interface Listed {
  path: string;
  /** Bytes; null for a folder that somebody made. */
  size: number | null;
}

/** What lies in a playbook, without what is in it. */
export async function listed({ tx }: Context, playbook: string): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select path, octet_length(content) as size from playbook_files where playbook_id = ${playbook} order by path collate "C"`.execute(tx);
  return rows;
}

/** Moves a file, or a folder with all below it. */
export async function moved({ tx }: Context, playbook: string, from: string, to: string): Promise<void> {
  await sql`
    update playbook_files set path = ${to} || substr(path, length(${from}) + 1), date_updated = now()
    where playbook_id = ${playbook} and (path = ${from} or starts_with(path, ${from} || '/'))`.execute(tx);
}

/** Removes a file, or a folder with all below it. */
export async function removed({ tx }: Context, playbook: string, path: string): Promise<void> {
  await sql`delete from playbook_files where playbook_id = ${playbook} and (path = ${path} or starts_with(path, ${path} || '/'))`.execute(
    tx,
  );
}

/** The snapshot of a digest, made when there is none: two runs of the same content at the same moment find the same. */
export async function snapshotOf({ tx }: Context, id: string, digest: string): Promise<{ id: string; made: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into playbook_snapshots (id, digest) values (${id}, ${digest})
    on conflict (digest) do update set date_used = now() returning id`.execute(tx);
  const found = String(rows[0]?.id);
  return { id: found, made: found === id };
}

/** Removes what no run has any more, and was not asked for lately. */
export async function forgetSnapshots({ tx }: Context, before: Date): Promise<void> {
  await sql`
    delete from playbook_snapshots as s where date_used < ${before}
      and not exists (select from job_executions as e where e.playbook_snapshot_id = s.id)`.execute(tx);
}
