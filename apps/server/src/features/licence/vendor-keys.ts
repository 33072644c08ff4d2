/**
 * Public keys of those who issue licences for this build: Ed25519, base64 of the DER form. There is none yet, so a build of
 * this source believes no licence but those of test installations. Whoever issues licences makes a pair with
 * `postern licence keygen`, keeps the private half outside of the repository, and puts the public half here before
 * building; no setting of a running installation can (decision 0036).
 */
export const VENDOR_KEYS: readonly string[] = [];
