import type { SettingsReader } from '@postern/contract/settings';
import { type Context, type Kernel, type Row, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Messenger } from '../notifications/index.ts';
import type { Reviews } from '../tickets/index.ts';
import { aclBehaviour, commandGroupBehaviour } from './acl.behaviour.ts';
import { commandFilterAcl, commandGroup, connectMethodAcl, loginAcl, loginAssetAcl } from './acl.resources.ts';
import { alertRoutes } from './alert.routes.ts';
import { checkPatterns, patternChecks } from './pattern-check.ts';
import { reviewRoutes } from './review.routes.ts';
import { unreadableRoutes } from './unreadable.routes.ts';

export {
  commandFilters,
  type Decision,
  decideAssetLogin,
  decideLogin,
  methodRules,
  refusedMethods,
  reviewersOfRule,
  type Target,
} from './decide.ts';

export { loginReviews } from './login-review.ts';
export { LOGIN_RULES_USAGE, loginRulesCommand } from './login-rules.command.ts';
export { CONSENT } from './own-lockout.ts';
export { switchOffUnreadable, unreadableCommand } from './switch-off.ts';

/** Kinds of resources that decide about sessions: rules, and what rules and permissions are about. A write to one of them may change a live session's rules. */
export const RULE_SUBJECTS: ReadonlySet<string> = new Set([
  ...['commandfilteracl', 'commandgroup', 'loginassetacl', 'connectmethodacl', 'assetpermission'],
  ...['user', 'usergroup', 'role', 'systemrole', 'orgrole', 'rolebinding', 'systemrolebinding', 'orgrolebinding', 'organization'],
  ...['asset', 'host', 'device', 'database', 'cloud', 'web', 'gpt', 'custom', 'node', 'label', 'platform', 'account'],
  // Guests stay no longer than what they came by.
  'sessionsharing',
]);

export interface AclDeps {
  kernel: () => Kernel;
  messenger: Messenger;
  settings: SettingsReader;
  reviews: Reviews;
  /** Whether rules may ask for reviews: they need a licence. */
  reviewable(now: Date): boolean;
}

/** Rules of the whole installation belong to the organisation of all. */
const whose = async (ctx: Context, rows: readonly Row[]) => new Map(rows.map((row) => [String(row.id), ctx.org.id]));

/** Access rules: who may log in, connect, and run what (docs/wire/access-rules.md). */
export function aclsFeature({ kernel, messenger, settings, reviews, reviewable }: AclDeps): Feature {
  return {
    resources: [
      resource(loginAcl, {
        ...aclBehaviour(kernel, loginAcl.table, { logins: true, reviewers: 'login_acl_reviewers', reviewable }),
        computed: { org_id: whose },
      }),
      resource(
        loginAssetAcl,
        aclBehaviour(kernel, loginAssetAcl.table, { assets: true, reviewers: 'login_asset_acl_reviewers', reviewable }),
      ),
      resource(
        commandFilterAcl,
        aclBehaviour(kernel, commandFilterAcl.table, { assets: true, reviewers: 'command_filter_acl_reviewers', reviewable }),
      ),
      resource(connectMethodAcl, { ...aclBehaviour(kernel, connectMethodAcl.table, { reviewable }), computed: { org_id: whose } }),
      resource(commandGroup, commandGroupBehaviour),
    ],
    tables: [patternChecks],
    routes: [...alertRoutes(messenger, settings), ...reviewRoutes({ reviews }), ...unreadableRoutes],
    seed: (ctx) => checkPatterns(ctx, kernel(), messenger),
  };
}
