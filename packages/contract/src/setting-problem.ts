import type { FieldProblem } from './errors.ts';
import type { SettingDefinition, TextForm } from './setting-definition.ts';
import { isMailAddress, pictureBytes, SETTINGS, type SettingKey } from './settings.ts';
import { isRecord } from './wire.ts';

/** What may be stored under a key of the settings, and what is told of anything else. */

/** Servers of LDAP, divided by blanks or commas. */
const isDirectory = (value: string): boolean =>
  value.split(/[\s,]+/).every((one) => one === '' || (/^ldaps?:\/\/[^\s/@?#]+\/?$/.test(one) && URL.canParse(one))) &&
  /ldaps?:/.test(value);

/** Nothing but certificates in PEM; whether they are any good shows when they are used. */
const areCertificates = (value: string): boolean =>
  /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/.test(value.trim());

/** Whether a text that is not empty has the form its setting asks for. */
function hasForm(form: TextForm, value: string): boolean {
  if (form === 'ldap') return isDirectory(value);
  if (form === 'certificates') return areCertificates(value);
  if (form === 'picture') return pictureBytes(value) !== undefined;
  if (form === 'folder') return /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(value);
  if (form === 'syslog') return /^(udp|tcp|tls):\/\/[^\s/@?#]+\/?$/.test(value) && URL.canParse(value);
  return form === 'email' ? isMailAddress(value) : /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535;
}

const MAX_TEXTS = 100;

/** Whether a value is an object of short texts. */
const isTextMap = (value: unknown, max: number): boolean =>
  isRecord(value) &&
  Object.keys(value).length <= MAX_TEXTS &&
  Object.entries(value).every(([key, text]) => key.length <= max && typeof text === 'string' && text.length <= max);

const MAX_ENTRIES = 1000;
const MAX_OBJECT = 65_536;
const FORM_PROBLEMS: Readonly<Record<TextForm, FieldProblem['code']>> = {
  email: 'invalid_email',
  port: 'invalid_port',
  syslog: 'invalid_syslog',
  ldap: 'invalid_directory',
  certificates: 'invalid_certificates',
  folder: 'invalid_folder',
  picture: 'not_an_image',
};
type Rule = SettingDefinition['rule'];
type RuleOf<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** What is wrong with the form of a text, if it has to have one. */
export const formProblem = (form: TextForm | undefined, value: string): FieldProblem | undefined =>
  form && value !== '' && !hasForm(form, value) ? { code: FORM_PROBLEMS[form] } : undefined;

function ofText({ max, blank, url, form }: RuleOf<'text'>, value: unknown): FieldProblem | undefined {
  if (typeof value !== 'string') return { code: 'not_a_text' };
  if (value.length > max) return { code: 'max_length', params: { max } };
  if (value === '') return blank ? undefined : { code: 'blank' };
  if (url && !/^https?:\/\//.test(value)) return { code: 'invalid_url' };
  return formProblem(form, value);
}

function ofInteger({ min, max }: RuleOf<'integer'>, value: unknown): FieldProblem | undefined {
  if (!Number.isSafeInteger(value)) return { code: 'invalid_integer' };
  if ((value as number) < min) return { code: 'min_value', params: { min } };
  return (value as number) > max ? { code: 'max_value', params: { max } } : undefined;
}

function ofList({ max }: RuleOf<'textList'>, value: unknown): FieldProblem | undefined {
  if (!Array.isArray(value)) return { code: 'not_a_list' };
  if (value.length > MAX_ENTRIES) return { code: 'too_many', params: { max: MAX_ENTRIES } };
  if (!value.every((one) => typeof one === 'string')) return { code: 'not_a_text' };
  return value.some((one: string) => one.length > max) ? { code: 'max_length', params: { max } } : undefined;
}

function ofObject(value: unknown): FieldProblem | undefined {
  if (!isRecord(value)) return { code: 'not_an_object' };
  return JSON.stringify(value).length > MAX_OBJECT ? { code: 'max_length', params: { max: MAX_OBJECT } } : undefined;
}

const chooseOneOf = ({ values }: RuleOf<'choice'>, value: unknown): FieldProblem => ({
  code: 'choose_one_of',
  params: { value: String(value).slice(0, 64), choices: values.join(', ') },
});

function ofRule(rule: Rule, value: unknown): FieldProblem | undefined {
  switch (rule.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'invalid_boolean' };
    case 'integer':
      return ofInteger(rule, value);
    case 'choice':
      return rule.values.some((one) => one === value) ? undefined : chooseOneOf(rule, value);
    case 'textList':
      return ofList(rule, value);
    case 'phone':
      return typeof value === 'string' && /^(\d{5,20})?$/.test(value) ? undefined : { code: 'invalid_phone' };
    case 'textMap':
      return isTextMap(value, rule.max) ? undefined : { code: 'invalid_texts', params: { count: MAX_TEXTS, max: rule.max } };
    case 'object':
      return ofObject(value);
    default:
      return ofText(rule, value);
  }
}

/** What is wrong with a value for a key; undefined where it may be stored. */
export function settingProblem(key: string, value: unknown): FieldProblem | undefined {
  const definition: SettingDefinition | undefined = Object.hasOwn(SETTINGS, key) ? SETTINGS[key as SettingKey] : undefined;
  return definition ? ofRule(definition.rule, value) : { code: 'unknown_setting' };
}
