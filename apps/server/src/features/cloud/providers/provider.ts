/** Where a provider keeps machines. */
export interface CloudRegion {
  id: string;
  name: string;
}

/** What a provider says about a machine. Strings come from outside and are cut before they are stored. */
export interface CloudInstance {
  /** Unique within the account at the provider. */
  id: string;
  name: string;
  region: string;
  /** Without duplicates; IPv4 before IPv6. */
  privateIps: readonly string[];
  publicIps: readonly string[];
  os: 'linux' | 'windows' | 'other';
}

/** Attributes of a cloud account with its secrets decrypted, by the names in `fields`. */
export type CloudAttrs = Readonly<Record<string, unknown>>;

export type CloudFieldKind = 'text' | 'secret' | 'number' | 'list' | 'platform' | 'file';

/** One attribute of a cloud account: what the form asks for and how it is kept. `secret` and `file` are encrypted and never read back. */
export interface CloudField {
  name: string;
  kind: CloudFieldKind;
  /** Without it the account cannot be used; on an update what is secret may stay as it is. */
  required: boolean;
  default?: unknown;
}

export type CloudErrorCode = 'denied' | 'unreachable' | 'throttled' | 'unexpected';

/** A provider's no, in our words. `detail` is bounded and holds no secret. */
export class CloudError extends Error {
  readonly code: CloudErrorCode;
  readonly detail: string;
  constructor(code: CloudErrorCode, detail = '', cause?: unknown) {
    super(`${code}: ${detail}`.slice(0, 400), { cause });
    this.name = 'CloudError';
    this.code = code;
    this.detail = detail.slice(0, 300);
  }
}

/** One kind of cloud: data for the form, and three questions. Every answer is bounded; every question ends when `signal` says so. */
export interface CloudProvider {
  group: 'public' | 'private';
  fields: readonly CloudField[];
  /**
   * What the kinds of the fields do not say, asked before an account is stored; nothing is sent anywhere.
   * @throws InvalidInput under `attrs` and the name of the attribute
   */
  check?(attrs: CloudAttrs): void;
  /** @throws CloudError when the account cannot be used */
  test(attrs: CloudAttrs, signal: AbortSignal): Promise<void>;
  regions(attrs: CloudAttrs, signal: AbortSignal): Promise<CloudRegion[]>;
  /** Machines of one region, page by page. */
  instances(attrs: CloudAttrs, region: string, signal: AbortSignal): AsyncIterable<readonly CloudInstance[]>;
}
