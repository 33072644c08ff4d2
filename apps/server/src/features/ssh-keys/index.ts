import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { type SshKeyDeps, sshKeyBehaviour } from './ssh-key.behaviour.ts';
import { sshKeyResource } from './ssh-key.resource.ts';

export { noteKeyUse, openingKey, profileKey, profileLine, removeKeys, setProfileKey } from './ssh-key.service.ts';
export { acceptPublicKey, publicKeyFacts, sha256Fingerprint } from './ssh-public-key.ts';

/** Keys with which people log in at the SSH door. */
export const sshKeysFeature = (deps: SshKeyDeps): Feature => ({ resources: [resource(sshKeyResource, sshKeyBehaviour(deps))] });
