import type { Context } from '@postern/resource';
import { WAY_IN_WORDS, type WayInChange, type WayInWords } from './way-in-words.ts';

/** What resetting and setting of somebody's ways in needs. */
export interface WaysInDeps {
  /** Asks whoever acts to prove who they are, whatever the settings say. @throws CodedError user_confirm_required */
  identify(ctx: Context): Promise<void>;
  /** Tells the person with the commit, in their box and by mail, whatever they subscribed to: whoever did it would not tell them. */
  wayInChanged(ctx: Context, userId: string, words: WayInWords): Promise<void>;
}

/**
 * Asks who sits there before the ways in of a person are changed: a browser that was left open must not be enough to become somebody else.
 * Programs, which have no session to ask in, do as the contract says (decision 0181). @throws CodedError user_confirm_required
 */
export async function identifyAtBrowser(ctx: Context, { identify }: Pick<WaysInDeps, 'identify'>): Promise<void> {
  if (ctx.session) await identify(ctx);
}

/** Tells somebody what another did to their ways in; of what they do themselves they know. */
export async function tellOfWayIn(
  ctx: Context,
  deps: Pick<WaysInDeps, 'wayInChanged'>,
  userId: string,
  change: WayInChange,
): Promise<void> {
  if (userId !== ctx.actor.id) await deps.wayInChanged(ctx, userId, WAY_IN_WORDS[change]);
}
