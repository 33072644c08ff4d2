import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Messenger } from '../notifications/index.ts';
import { aclBehaviour, commandGroupBehaviour } from './acl.behaviour.ts';
import { commandFilterAcl, commandGroup, connectMethodAcl, loginAcl, loginAssetAcl } from './acl.resources.ts';
import { alertRoutes } from './alert.routes.ts';

export { commandFilters, decideAssetLogin, decideLogin, methodRules, refusedMethods, type Target } from './decide.ts';

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
