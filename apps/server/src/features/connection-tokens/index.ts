import { type Database, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { clientRoutes } from './client.routes.ts';
import { hostKeyRoutes, hostKeys } from './host-keys.ts';
import { liveRulesRoute } from './live-rules.ts';
import { tokenBehaviour } from './token.behaviour.ts';
import { connectionToken } from './token.resource.ts';
import { tokenRoutes } from './token.routes.ts';
import type { TokenDeps } from './token.service.ts';

export { remoteAppOption } from './client-files.ts';
export { connectionGiven } from './component-scope.ts';
export { gatewayAccount, gatewaysOf, waysTo } from './gateway.ts';
export { hostKeysAt, hostKeysOf, recordHostKey } from './host-keys.ts';
export { secretsHanded } from './secret.ts';
export { ACCOUNT, GATEWAY, TARGET } from './secret-shape.ts';
export { tokenFor } from './token.behaviour.ts';
export { activeAsset, type TargetAsset } from './token.queries.ts';
export { checkAccount, endTokenReview, endTokensOf, offers, ruleTarget, validUser } from './token.service.ts';

/** Leave to connect: short-lived tokens, their one exchange by a component, and the pinned keys of targets. */
export const connectionTokensFeature = (deps: TokenDeps): Feature => ({
  resources: [resource(connectionToken, tokenBehaviour(deps))],
  tables: [hostKeys],
  routes: [...tokenRoutes(deps), ...clientRoutes(deps), ...hostKeyRoutes, liveRulesRoute],
});

/** Owner of a token that still lives, by its id, for pages opened with `?token=` (docs/wire/conventions.md#who-may). */
export async function userOfConnectionToken(db: Database, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('connection_tokens')
    .select('user_id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('date_expired', '>', ({ fn }) => fn<Date>('now'))
    .executeTakeFirst();
  return found?.user_id;
}
