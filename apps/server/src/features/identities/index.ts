import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { admissionRuleBehaviour } from './admission-rule.behaviour.ts';
import { admissionRule } from './admission-rule.resource.ts';
import { admissionGrants, externalIdentities } from './tables.ts';
import { type TryDeps, tryRoute } from './try.routes.ts';

export { type AdmissionDeps, admit } from './admission.ts';
export { RULE_SOURCES } from './admission-rule.resource.ts';
export { attributesFrom } from './attributes.ts';
export type { Admission, Attributes, ExternalPerson, ExternalSource } from './external-person.ts';
export { followRules } from './follow-rules.ts';
export {
  type BoundAccount,
  boundAccounts,
  externalIds,
  externalIdsOfRow,
  linkedAmong,
  linkedPeople,
  linkPeople,
  setExternalId,
  withExternalId,
} from './identity-store.ts';
export { bindAccount, releaseAccount } from './own-account.ts';
export { askedAttributes, matching, rulesOf } from './rules.ts';
export { waitingNotice } from './waiting-notice.ts';
export { type PasswordVerdict, type PasswordWay, type PlaceAsks, type RedirectWay, Unreachable, type WaysIn } from './ways.ts';

/** Who of our people somebody is whom another place knows: a directory, an identity provider. */
export const identitiesFeature = (deps: TryDeps): Feature => ({
  resources: [resource(admissionRule, admissionRuleBehaviour)],
  tables: [externalIdentities, admissionGrants],
  routes: [tryRoute(deps)],
});
