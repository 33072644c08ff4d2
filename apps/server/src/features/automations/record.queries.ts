import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { ChangingType } from './automation.resources.ts';

/** Open records, which hold their account: the condition of the index, word for word, so that it is used. */
export const OPEN = sql<boolean>`status in ('pending', 'changing', 'uncertain')`;

/** A change as it is written down before anything is done about it. Both secrets are encrypted. */
export interface FirstRecord {
  id: string;
  org_id: string;
  type: ChangingType;
  execution_id: string;
  asset_id: string;
  account_id: string;
  secret_type: string;
  old_secret: string | null;
  new_secret: string;
  date_created: Date;
}

/** Writes a change down. @returns whether it could: an account has one open at a time */
export async function insertOpen(ctx: Context, given: FirstRecord): Promise<boolean> {
  const { rows } = await sql`
    insert into change_secret_records (id, org_id, type, execution_id, asset_id, account_id, secret_type, old_secret, new_secret, date_created)
    values (${given.id}, ${given.org_id}, ${given.type}, ${given.execution_id}, ${given.asset_id}, ${given.account_id}, ${given.secret_type},
      ${given.old_secret}, ${given.new_secret}, ${given.date_created})
    on conflict (account_id) where ${OPEN} do nothing returning id`.execute(ctx.tx);
  return rows.length === 1;
}
