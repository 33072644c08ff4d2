import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { SecretStoreError } from '../../../platform/secrets/external-secrets.ts';
import { sigV4 } from '../../cloud/index.ts';
import { askStore, jsonOf, statusError, type VaultStore } from './vault-store.ts';

/** AWS Secrets Manager by its JSON API, signed with Signature Version 4. */

export interface Aws {
  outbound: Outbound;
  region: string;
  key: { id: string; secret: string };
  /** Of a private endpoint; empty: the public one of the region. */
  endpoint: string;
  prefix: string;
}

const codeOf = (body: string): string => {
  const type = jsonOf(body).__type;
  return typeof type === 'string' ? (/([A-Za-z]{1,64})$/.exec(type)?.[1] ?? '') : '';
};
/** Errors that pass, though their status is that of a bad request. */
const PASSING = new Set(['ThrottlingException', 'InternalServiceError', 'ServiceUnavailable']);
/** Days in which a removed entry can be had back. */
const RECOVERY_DAYS = 7;

export function awsStore({ outbound, region, key, endpoint, prefix }: Aws): VaultStore {
  const url = new URL(endpoint || `https://secretsmanager.${region}.amazonaws.com/`);
  const name = (id: string): string => (prefix ? `${prefix}/${id}` : id);

  async function call(action: string, given: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify(given);
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `secretsmanager.${action}` };
    const signed = sigV4({
      method: 'POST',
      host: url.host,
      path: url.pathname,
      query: {},
      headers,
      body,
      key,
      region,
      service: 'secretsmanager',
      at: new Date(),
    });
    const answer = await askStore(outbound, url.href, { method: 'POST', headers: signed, body });
    if (answer.status === 200) return jsonOf(answer.body);
    const code = codeOf(answer.body);
    if (code === 'ResourceNotFoundException') throw new SecretStoreError('missing', code);
    throw PASSING.has(code) ? new SecretStoreError('away', code) : statusError(answer.status, code);
  }

  return {
    name: url.host,
    /** Any answer shows that it is there; whether it knows us is the next step. */
    async connect() {
      try {
        await call('ListSecrets', { MaxResults: 1 });
      } catch (error) {
        if (!(error instanceof SecretStoreError) || error.why === 'away') throw error;
      }
    },
    /** Reading an entry that is not there: a key that may read is told so, any other is refused. */
    async logIn() {
      try {
        await call('GetSecretValue', { SecretId: name('00000000-0000-0000-0000-000000000000') });
      } catch (error) {
        if (!(error instanceof SecretStoreError) || error.why !== 'missing') throw error;
      }
    },
    async put(id, secret) {
      // The token makes a repeated call the same one.
      await call('CreateSecret', { Name: name(id), SecretString: secret, ClientRequestToken: id });
    },
    async get(id) {
      const { SecretString: secret } = await call('GetSecretValue', { SecretId: name(id) });
      if (typeof secret !== 'string') throw new SecretStoreError('missing', 'no secret in the entry');
      return secret;
    },
    async remove(id) {
      try {
        await call('DeleteSecret', { SecretId: name(id), RecoveryWindowInDays: RECOVERY_DAYS });
      } catch (error) {
        if (!(error instanceof SecretStoreError) || error.why !== 'missing') throw error;
      }
    },
  };
}
