import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, insert, type Kernel } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { belongsTo } from '../rbac/index.ts';
import { assetPermission } from './permission.resource.ts';

/** A permission for one person that came of a ticket (docs/wire/tickets.md#what-a-decision-sets-off). */
export interface Given {
  /** That of the ticket, so that one leads to the other. */
  id: string;
  name: string;
  created_by: string;
  comment: string;
  nodes: readonly string[];
  assets: readonly string[];
  accounts: readonly string[];
  /** Bits (docs/wire/permissions.md#actions). */
  actions: number;
  date_start: Date;
  date_expired: Date;
}

/**
 * Lets a person in as a ticket says, once, in the organisation of the context.
 * @throws CodedError applicant_gone for who is not in the organisation any more
 * @throws InvalidInput under `apply_assets` or `apply_nodes` for what has been deleted meanwhile
 */
export async function grantToPerson(kernel: Kernel, ctx: Context, userId: string, given: Given): Promise<void> {
  const there = await anyRow(ctx.tx.selectFrom('asset_permissions').where('id', '=', given.id));
  if (there) return;
  if (!(await belongsTo(ctx, ctx.org.id, userId))) throw new CodedError('applicant_gone');
  try {
    await insert(kernel.byName(assetPermission.name), ctx, { ...given, users: [userId], from_ticket: true });
  } catch (error) {
    if (!(error instanceof InvalidInput) || Array.isArray(error.problems)) throw error;
    throw new InvalidInput(Object.fromEntries(Object.entries(error.problems).map(([field, told]) => [`apply_${field}`, told])));
  }
}
