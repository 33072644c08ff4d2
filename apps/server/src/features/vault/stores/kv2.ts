import type { Outbound, OutboundRequest, OutboundResponse } from '../../../platform/outbound/outbound.ts';
import { SecretStoreError } from '../../../platform/secrets/external-secrets.ts';
import { askStore, jsonOf, statusError, type VaultStore } from './vault-store.ts';

/** HashiCorp Vault and OpenBao by the HTTP API of the key/value engine, version 2. */

export interface Kv2 {
  outbound: Outbound;
  host: string;
  mount: string;
  namespace: string;
  /** PEM; empty: public authorities. */
  ca: string;
  /** A token, or the two halves of an AppRole, which is logged in with. */
  login: { token: string } | { role_id: string; secret_id: string };
  prefix: string;
}

/** A log-in of an AppRole is used for so much of its life. */
const USED_OF_LIFE = 0.8;
/** Seconds that one lasts which says nothing of its life. */
const LIFE = 3_600;

/** What `sys/health` says of a server that cannot serve (its documented statuses); a standby passes questions on. */
const HEALTH: Readonly<Record<number, string>> = { 501: 'not initialised', 503: 'sealed' };

export function kv2Store({ outbound, host, mount, namespace, ca, login, prefix }: Kv2): VaultStore {
  const base = host.replace(/\/+$/, '');
  const path = (id: string): string => (prefix ? `${prefix}/${id}` : id);
  let session: { token: string; until: number } | undefined;

  const ask = (method: NonNullable<OutboundRequest['method']>, at: string, token?: string, body?: object): Promise<OutboundResponse> =>
    askStore(outbound, `${base}/v1/${at}`, {
      method,
      headers: {
        'x-vault-request': 'true',
        ...(token ? { 'x-vault-token': token } : {}),
        ...(namespace ? { 'x-vault-namespace': namespace } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(ca ? { ca } : {}),
    });

  async function tokenOf(fresh = false): Promise<string> {
    if ('token' in login) return login.token;
    if (session && !fresh && Date.now() < session.until) return session.token;
    const answer = await ask('POST', 'auth/approle/login', undefined, login);
    const auth = jsonOf(answer.body).auth as { client_token?: unknown; lease_duration?: unknown } | undefined;
    if (answer.status !== 200 || typeof auth?.client_token !== 'string') throw statusError(answer.status, 'AppRole');
    const life = typeof auth.lease_duration === 'number' && auth.lease_duration > 0 ? auth.lease_duration : LIFE;
    session = { token: auth.client_token, until: Date.now() + life * 1_000 * USED_OF_LIFE };
    return session.token;
  }

  /** Asks as who we are; a log-in that has ended early is made once more. */
  async function asUs(method: NonNullable<OutboundRequest['method']>, at: string, body?: object): Promise<OutboundResponse> {
    const answer = await ask(method, at, await tokenOf(), body);
    if (answer.status !== 403 || 'token' in login) return answer;
    return ask(method, at, await tokenOf(true), body);
  }

  return {
    name: URL.parse(base)?.host ?? '',
    async connect() {
      const { status } = await ask('GET', 'sys/health?standbyok=true&perfstandbyok=true');
      if (HEALTH[status]) throw new SecretStoreError('away', HEALTH[status]);
      if (status >= 300 && status !== 429 && status !== 472 && status !== 473) throw statusError(status);
    },
    async logIn() {
      if (!('token' in login)) {
        await tokenOf(true);
        return;
      }
      const { status } = await ask('GET', 'auth/token/lookup-self', login.token);
      if (status !== 200) throw statusError(status);
    },
    async put(id, secret) {
      // Version 0: the entry must not be there yet.
      const { status } = await asUs('POST', `${mount}/data/${path(id)}`, { options: { cas: 0 }, data: { secret } });
      if (status !== 200 && status !== 204) throw statusError(status);
    },
    async get(id) {
      const answer = await asUs('GET', `${mount}/data/${path(id)}`);
      if (answer.status !== 200) throw statusError(answer.status);
      const entry = (jsonOf(answer.body).data as { data?: { secret?: unknown } } | undefined)?.data;
      if (typeof entry?.secret !== 'string') throw new SecretStoreError('missing', 'no secret in the entry');
      return entry.secret;
    },
    async remove(id) {
      const { status } = await asUs('DELETE', `${mount}/metadata/${path(id)}`);
      if (status !== 200 && status !== 204 && status !== 404) throw statusError(status);
    },
  };
}
