import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { avatarRoute } from './avatar.routes.ts';
import { groupRelationRoutes } from './group-relations.routes.ts';
import { peopleEnds } from './outside/ends.job.ts';
import { sponsoredRoutes } from './outside/sponsored.routes.ts';
import { serviceAccountBehaviour } from './programs/service-account.behaviour.ts';
import { serviceAccountResource } from './programs/service-account.resource.ts';
import { serviceAccountKeyBehaviour, serviceAccountKeyCreation, serviceAccountKeyResource } from './programs/service-account-key.ts';
import { programSponsors } from './programs/sponsors.job.ts';
import { serviceAccountRegistration } from './service-account.ts';
import { passkeys, passwordHistory, passwordLinks, privateTokens, recoveryCodes } from './tables.ts';
import { userBehaviour } from './user.behaviour.ts';
import { userResource } from './user.resource.ts';
import { userRoutes } from './user.routes.ts';
import { userGroupBehaviour, userGroupResource } from './user-group.ts';
import type { UserDeps } from './user-guards.ts';

export { createAdministrator, hasAdministrator, madeUp } from './administrator.ts';
export { groupsOf, join as joinGroups, leaveGroups, type Membership, setGroupExternalId, unjoin as takeFromGroups } from './groups.ts';
export { createIdentity } from './identity.ts';
export { type KnownPasswords, knownPasswords } from './known-passwords/index.ts';
export {
  consumeOtpStep,
  consumeRecoveryCode,
  countPasskey,
  noteLogin,
  removePasskey,
  renamePasskey,
  storeAuthenticator,
  storePasskey,
  storeRecoveryCodes,
  storeRehash,
  turnMfaOff,
  turnMfaOn,
} from './login-store.ts';
export { type Newcomer, personNamed, sourceOf, updatePerson } from './newcomers.ts';
export { setFileKey, setPublicKey } from './own-keys.ts';
export { consumeLink, linkOwner } from './password-links.ts';
export { exampleWelcome, mailForgotten } from './password-mails.ts';
export { acceptPassword, endLogins, ruleFor, storePassword } from './passwords.ts';
export { createPeople, createPerson, disablePeople, followGroups, joinOrganisations, peopleNamed, updatePeople } from './people-in-bulk.ts';
export { type PhoneDeps, takePhone } from './phone-change.ts';
export { phoneRules } from './phone-rules.ts';
export { endPrivateToken, issuePrivateToken, privateTokenOf } from './private-tokens.ts';
export { checkRecipients, type Recipient, recipientsAmong } from './recipients.ts';
export { createServiceAccount, removeServiceAccount, suspendServiceAccount } from './service-account.ts';
export { type Locked, unlockLogins } from './unlock.ts';
export { asUser, type UserRow, userResource } from './user.resource.ts';
export { noteChange } from './user-changes.ts';
export { userGroupResource } from './user-group.ts';
export { refuseUnchangeable, type UserDeps } from './user-guards.ts';
export { identifyAtBrowser } from './ways-in.ts';

/** People, groups, membership and service accounts. */
export function usersFeature(deps: UserDeps): Feature {
  return {
    resources: [
      resource(userResource, userBehaviour(deps)),
      resource(userGroupResource, userGroupBehaviour),
      resource(serviceAccountResource, serviceAccountBehaviour(deps)),
      resource(serviceAccountKeyResource, serviceAccountKeyBehaviour),
    ],
    tables: [passwordHistory, passwordLinks, privateTokens, passkeys, recoveryCodes],
    routes: [
      avatarRoute,
      ...userRoutes(deps),
      ...sponsoredRoutes(deps),
      ...groupRelationRoutes,
      serviceAccountRegistration(deps),
      serviceAccountKeyCreation(deps),
    ],
    jobs: [peopleEnds(deps), programSponsors(deps)],
  };
}
