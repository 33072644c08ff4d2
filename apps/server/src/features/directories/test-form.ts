import { InvalidInput } from '@postern/contract/errors';
import { settingProblem } from '@postern/contract/setting-problem';
import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { boolean, json, secret, text as textField } from '@postern/resource';

const label = (name: string) => text(name, name, name);
const line = (name: SettingKey) => textField({ label: label(name), max: 1_024, blank: true, nullable: true });
/** What a test takes: values of the form, saved or not. */
export const FORM = {
  AUTH_LDAP_SERVER_URI: line('AUTH_LDAP_SERVER_URI'),
  AUTH_LDAP_BIND_DN: line('AUTH_LDAP_BIND_DN'),
  AUTH_LDAP_BIND_PASSWORD: secret({ label: label('AUTH_LDAP_BIND_PASSWORD'), max: 1_024 }),
  AUTH_LDAP_SEARCH_OU: line('AUTH_LDAP_SEARCH_OU'),
  AUTH_LDAP_SEARCH_FILTER: line('AUTH_LDAP_SEARCH_FILTER'),
  AUTH_LDAP_USER_ATTR_MAP: json({ label: label('AUTH_LDAP_USER_ATTR_MAP'), nullable: true }),
  AUTH_LDAP_START_TLS: boolean({ label: label('AUTH_LDAP_START_TLS'), nullable: true }),
  AUTH_LDAP_CA: textField({ label: label('AUTH_LDAP_CA'), max: 65_536, multiline: true, blank: true, nullable: true }),
  AUTH_LDAP: boolean({ label: label('AUTH_LDAP'), nullable: true }),
};

/** Values of the form that settings could hold; what was not sent is as it is saved. @throws InvalidInput */
export function formOf(settings: SettingsReader, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const key of Object.keys(FORM) as (keyof typeof FORM)[]) {
    let value = body[key];
    if (value === undefined || value === null) continue;
    if (key === 'AUTH_LDAP_USER_ATTR_MAP' && typeof value === 'string') {
      try {
        value = JSON.parse(value);
      } catch {
        throw InvalidInput.on(key, 'invalid_json');
      }
    }
    const wrong = settingProblem(key, value);
    if (wrong) throw new InvalidInput({ [key]: [wrong] });
    given[key] = value;
  }
  // A stored password is for the server it was given for: nobody has it sent to another one.
  const moved = (['AUTH_LDAP_SERVER_URI', 'AUTH_LDAP_START_TLS', 'AUTH_LDAP_CA'] as const).some(
    (key) => given[key] !== undefined && given[key] !== settings.get(key),
  );
  if (given.AUTH_LDAP_BIND_PASSWORD === '') delete given.AUTH_LDAP_BIND_PASSWORD;
  if (moved) given.AUTH_LDAP_BIND_PASSWORD ??= '';
  return given;
}
