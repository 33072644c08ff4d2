import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/** Tables whose old rows the database's owner removes. */
export type CleanedTable = 'operate_logs' | 'login_logs' | 'activity_logs' | 'ftp_logs';

/** What one call has removed; rows without numbers come from tables that are no chain. */
export interface CleanedRows {
  from_seq: number | null;
  to_seq: number | null;
  removed: number;
}

/** Calls the function of the database's owner that removes old evidence (migrations/0022_evidence.sql). */
export async function callCleanEvidence(tx: Database, table: CleanedTable, days: number): Promise<CleanedRows[]> {
  const { rows } = await sql<CleanedRows>`select * from clean_evidence(${table}, ${days}::integer)`.execute(tx);
  return rows;
}
