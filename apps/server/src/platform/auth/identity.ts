import type { ComponentStanding, Database, KeyLimits, Organisation } from '@postern/resource';

/** A person, a program or a component as the platform needs it to answer "who asks". */
export interface IdentityUser {
  id: string;
  name: string;
  username: string;
  /** `component` for the account of a registered component. */
  kind: 'user' | 'component';
  /** Of a program with a service account: it has keys, and no login (docs/decisions/0202). */
  program?: true;
  /** Active and not expired. Anyone else counts as anonymous. */
  valid: boolean;
  /** Of a service account that belongs to a registered component. */
  component?: ComponentStanding;
}

/** An active key, and whose it is. */
export interface AccessKeyOwner {
  keyId: string;
  user: IdentityUser;
  secret: string;
  /** Addresses it may be used from: single ones, networks, ranges, or `*` (docs/decisions/0066). */
  addresses: readonly string[];
  /** Of a key that may do less than its owner, or not for ever (docs/decisions/0116). */
  limits: KeyLimits | undefined;
  /** Has signed a body once: from then on it always has to. */
  signsBody: boolean;
  lastUsed: Date | null;
  usedFrom: string;
}

/** Whose a private token is, and what it is held to: as of an access key. */
export type PrivateTokenOwner = Pick<AccessKeyOwner, 'user' | 'addresses' | 'limits'>;

export interface Rights {
  superuser: boolean;
  codes: ReadonlySet<string>;
}

/**
 * What the platform asks of the features that own users, roles, keys and organisations. They implement it; `app.ts`
 * puts it together. Every method reads through the connection it is given. Rights, users and organisations are cached
 * by the platform until `platform.identityChanged` is called.
 */
export interface Identity {
  loadUser(db: Database, id: string): Promise<IdentityUser | undefined>;
  /** Only active keys. `secret` is the text under the MAC. */
  loadByAccessKey(db: Database, keyId: string): Promise<AccessKeyOwner | undefined>;
  /** Notes where a key was used from, at most once a minute from one address, and that it signs bodies from now on. */
  usedAccessKey(db: Database, key: AccessKeyOwner, use: { ip: string; signsBody: boolean }): Promise<void>;
  /** Only a token that has not ended. */
  loadByPrivateToken(db: Database, key: string): Promise<PrivateTokenOwner | undefined>;
  /** Owner of an existing connection token (docs/wire/conventions.md#who-may). */
  loadByConnectionToken(db: Database, tokenId: string): Promise<IdentityUser | undefined>;
  /** Rights held in one organisation; the root organisation spans all. */
  permissionsOf(db: Database, userId: string, orgId: string): Promise<Rights>;
  /** By id or by name; undefined when there is none. `root` and `default` are handled by the platform. */
  resolveOrganisation(db: Database, value: string): Promise<Organisation | undefined>;
}
