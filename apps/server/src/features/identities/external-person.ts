/** Where accounts come from that have their password elsewhere, as `source` of a person says it. */
export type ExternalSource = 'ldap' | 'radius' | 'openid' | 'oauth2' | 'saml2' | 'cas' | 'wecom' | 'dingtalk' | 'feishu' | 'slack';

/** What a place says of a person beside that, by its names: the values of each. Groups stand under `groups`, by their whole names. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

/** A person as another place knows them, once that place has proved that it is they. */
export interface ExternalPerson {
  /** Which place says so: its source where there is one of a kind, and else a name of its own. */
  provider: string;
  source: ExternalSource;
  /** What the place calls them and never gives to anybody else: `sub`, `objectGUID`, `NameID`. Names and mail addresses are given again. */
  subject: string;
  username: string;
  name: string;
  /** Empty where the place does not say. */
  email: string;
  phone?: string;
  /** Name of the provider in addresses, where it is one beside the first of its kind. */
  way?: string;
  /** Other places of this kind are in use as well: a name alone does not say whose an account is. */
  rivals?: boolean;
  /**
   * Names say nothing at this place: no account is found by one. Whoever has an account here binds theirs to it, and logs in by that as far as
   * accounts of other sources may (`ONLY_ALLOW_AUTH_FROM_SOURCE`).
   */
  bound?: boolean;
  /** False where this place makes no accounts, whatever others do. */
  joins?: boolean;
  /** What rules of admission may ask for, bounded (`attributesFrom`). */
  attributes?: Attributes;
  /** What the place says today takes the place of what the account says. */
  update: boolean;
}

/** Whether somebody whom another place vouches for gets in, and as whom. */
export type Admission =
  | { userId: string; created: boolean }
  | { refused: 'external_unknown' | 'external_taken' | 'external_source' | 'external_waiting' };
