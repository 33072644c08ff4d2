import type { Values } from '../../../model/values.ts';
import { client } from '../../../session/http.ts';

const KEYS = [
  'AUTH_LDAP_SERVER_URI',
  'AUTH_LDAP_BIND_DN',
  'AUTH_LDAP_BIND_PASSWORD',
  'AUTH_LDAP_SEARCH_OU',
  'AUTH_LDAP_SEARCH_FILTER',
  'AUTH_LDAP_USER_ATTR_MAP',
  'AUTH_LDAP_START_TLS',
  'AUTH_LDAP_CA',
  'AUTH_LDAP',
] as const;
/** Milliseconds between two questions (docs/wire/settings.md#directory). */
const PAUSE = 1_000;

/**
 * Has the server try the directory by what a form holds, and asks until it is done. A password that was not typed is the saved one.
 * @returns what was done, a line for each step
 * @throws ApiError whose body is that text, when it did not come to its end
 */
export async function testDirectory(values: Values): Promise<string> {
  const body = Object.fromEntries(KEYS.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
  let answer = await client.ldap.test({ AUTH_LDAP_BIND_PASSWORD: '', ...body }, { query: { refresh: 1 } });
  while (typeof answer !== 'string') {
    await new Promise((done) => setTimeout(done, PAUSE));
    answer = await client.ldap.test({ AUTH_LDAP_BIND_PASSWORD: '', ...body });
  }
  return answer;
}
