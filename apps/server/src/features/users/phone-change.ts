import type { Context, Row, Values } from '@postern/resource';

/** What a change of somebody's number needs. */
export interface PhoneDeps {
  /** Asks whoever acts to prove who they are, whatever the settings say. @throws CodedError user_confirm_required */
  identify(ctx: Context): Promise<void>;
  /** Tells the person by all but that number, in the transaction of the change and before it; `null`: no number. */
  phoneChanging(ctx: Context, userId: string, numbers: { before: string | null; after: string | null }): Promise<void>;
}

const number = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Codes are sent to a number, so whoever changes it changes a second factor: one's own only after showing who one is, by whatever way, and nobody's
 * without a word to them (decision 0124). Forms send back what they were shown; that changes nothing.
 */
export async function takePhone(ctx: Context, deps: PhoneDeps, userId: string, values: Values, before: Row): Promise<void> {
  if (values.phone === undefined) return;
  const numbers = { before: number(before.phone), after: number(values.phone) };
  if (numbers.before === numbers.after) return;
  if (userId === ctx.actor.id) await deps.identify(ctx);
  await deps.phoneChanging(ctx, userId, numbers);
}
