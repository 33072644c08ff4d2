import { parseUuid } from '@postern/contract/ids';
import { type Database, resource } from '@postern/resource';
import { sql } from 'kysely';
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
export { hostKeysOf, recordHostKey } from './host-keys.ts';
export {
  activeAsset,
  checkAccount,
  endTokenReview,
  offers,
  ruleTarget,
  type TargetAsset,
  validUser,
} from './token.service.ts';

/** Leave to connect: short-lived tokens, their one exchange by a component, and the pinned keys of targets. */
export const connectionTokensFeature = (deps: TokenDeps): Feature => ({
  resources: [resource(connectionToken, tokenBehaviour(deps))],
  tables: [hostKeys],
  routes: [...tokenRoutes(deps), ...clientRoutes(deps), ...hostKeyRoutes(deps.kernel), liveRulesRoute(deps.kernel)],
});

/** Owner of a token that still lives, for pages opened with `?token=` (docs/wire/conventions.md#who-may). */
export async function userOfConnectionToken(db: Database, tokenId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from connection_tokens where id = ${parseUuid(tokenId) ?? null}::uuid and is_active and date_expired > now()`.execute(
    db,
  );
  return rows[0]?.user_id;
}
