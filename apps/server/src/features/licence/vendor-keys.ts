/**
 * Public keys of those who issue licences for this build: Ed25519, base64 of the DER form. The private halves are nowhere in the
 * repository. Whoever sells a build of their own makes a pair with `postern licence keygen` and puts its public key here; no setting
 * of a running installation can (decision 0036).
 */
export const VENDOR_KEYS: readonly string[] = ['MCowBQYDK2VwAyEATtqIMsLVlpD64b8E5cuwv+mQ2exFvTL0JyJ14ydSTe4='];
