import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Messenger } from '../notifications/index.ts';
import { aclBehaviour, commandGroupBehaviour } from './acl.behaviour.ts';
import { commandFilterAcl, commandGroup, connectMethodAcl, loginAcl, loginAssetAcl } from './acl.resources.ts';
import { alertRoutes } from './alert.routes.ts';

export { commandFilters, decideAssetLogin, decideLogin, methodRules, refusedMethods, type Target } from './decide.ts';

/** Kinds of resources that decide about sessions: rules, and what rules and permissions are about. A write to one of them may change a live session's rules. */
export const RULE_SUBJECTS: ReadonlySet<string> = new Set([
  ...['commandfilteracl', 'commandgroup', 'loginassetacl', 'connectmethodacl', 'assetpermission'],
  ...['user', 'usergroup', 'role', 'systemrole', 'orgrole', 'rolebinding', 'systemrolebinding', 'orgrolebinding', 'organization'],
  ...['asset', 'host', 'device', 'database', 'cloud', 'web', 'gpt', 'custom', 'node', 'label', 'platform', 'account'],
]);

/** Access rules: who may log in, connect, and run what (contract/acls.md). */
export function aclsFeature({ kernel, messenger }: { kernel: () => Kernel; messenger: Messenger }): Feature {
  return {
    resources: [
      resource(loginAcl, aclBehaviour(kernel, loginAcl.table, {})),
      resource(loginAssetAcl, aclBehaviour(kernel, loginAssetAcl.table, { assets: true })),
      resource(commandFilterAcl, aclBehaviour(kernel, commandFilterAcl.table, { assets: true })),
      resource(connectMethodAcl, aclBehaviour(kernel, connectMethodAcl.table, {})),
      resource(commandGroup, commandGroupBehaviour),
    ],
    routes: alertRoutes(messenger),
  };
}
