import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem, FieldProblems } from '@postern/contract/errors';
import type { SettingDefinition } from '@postern/contract/setting-definition';
import { formProblem, settingProblem } from '@postern/contract/setting-problem';
import { type Announcement, definitionOf, pictureBytes, type SettingKey } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import { isAddressEntry } from '../../platform/auth/address-list.ts';
import { isCrontab } from '../automations/index.ts';
import { phoneRules } from '../users/index.ts';
import { readPicture } from './images.ts';

/** Keys a full write (PUT) has to bring (docs/wire/settings.md#categories). */
export const REQUIRED: ReadonlySet<string> = new Set<SettingKey>([
  'SITE_URL',
  'SECURITY_PASSWORD_MIN_LENGTH',
  'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
  'SECURITY_LOGIN_LIMIT_TIME',
  'SECURITY_LOGIN_IP_LIMIT_TIME',
  'SECURITY_PASSWORD_EXPIRATION_TIME',
  'OLD_PASSWORD_HISTORY_LIMIT_COUNT',
  'SECURITY_SERVICE_ACCOUNT_REGISTRATION',
  'SECURITY_WATERMARK_ENABLED',
  'SECURITY_LUNA_REMEMBER_AUTH',
  'SECURITY_SESSION_SHARE',
  'TERMINAL_KOKO_SSH_ENABLED',
  'LOGIN_LOG_KEEP_DAYS',
  'TASK_LOG_KEEP_DAYS',
  'OPERATE_LOG_KEEP_DAYS',
  'FTP_LOG_KEEP_DAYS',
  'ACTIVITY_LOG_KEEP_DAYS',
  'CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS',
  'TERMINAL_SESSION_KEEP_DURATION',
  'EMAIL_HOST',
  'EMAIL_PORT',
  'EMAIL_HOST_USER',
  'EMAIL_SUBJECT_PREFIX',
  'AUTH_OPENID_USER_ATTR_MAP',
  'AUTH_OAUTH2_PROVIDER',
  'AUTH_OAUTH2_CLIENT_ID',
  'AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT',
  'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT',
  'AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT',
  'AUTH_OAUTH2_USER_ATTR_MAP',
  'WECOM_CORPID',
  'WECOM_AGENTID',
  'DINGTALK_AGENTID',
  'DINGTALK_APPKEY',
  'FEISHU_APP_ID',
  'SLACK_TEAM_ID',
  'SLACK_CLIENT_ID',
  'AUTH_LDAP_SERVER_URI',
  'AUTH_LDAP_SEARCH_FILTER',
  'AUTH_LDAP_USER_ATTR_MAP',
  'ALIBABA_ACCESS_KEY_ID',
  'ALIBABA_VERIFY_SIGN_NAME',
  'ALIBABA_VERIFY_TEMPLATE_CODE',
  'TENCENT_SECRET_ID',
  'TENCENT_SDKAPPID',
  'TENCENT_VERIFY_SIGN_NAME',
  'TENCENT_VERIFY_TEMPLATE_CODE',
  'HUAWEI_APP_KEY',
  'HUAWEI_SMS_ENDPOINT',
  'HUAWEI_SIGN_CHANNEL_NUM',
  'HUAWEI_VERIFY_SIGN_NAME',
  'HUAWEI_VERIFY_TEMPLATE_CODE',
  'CMPP2_HOST',
  'CMPP2_SP_ID',
  'CMPP2_SERVICE_ID',
  'CMPP2_VERIFY_SIGN_NAME',
  'CMPP2_VERIFY_TEMPLATE_CODE',
  'SMPP_HOST',
  'SMPP_SYSTEM_ID',
  'CUSTOM_SMS_URL',
]);

/** Maps of attributes, which have to say what is the username: from ours to theirs, and from theirs to ours. */
const FROM_OURS: ReadonlySet<string> = new Set<SettingKey>(['AUTH_OPENID_USER_ATTR_MAP', 'AUTH_OAUTH2_USER_ATTR_MAP']);
const TO_OURS: ReadonlySet<string> = new Set<SettingKey>(['CAS_RENAME_ATTRIBUTES', 'SAML2_RENAME_ATTRIBUTES']);
const namesNobody = (key: SettingKey, map: Readonly<Record<string, unknown>>): boolean =>
  (FROM_OURS.has(key) && !map.username) || (TO_OURS.has(key) && !Object.values(map).includes('username'));

const ADDRESS_LISTS: ReadonlySet<string> = new Set<SettingKey>(['SECURITY_LOGIN_IP_WHITE_LIST', 'SECURITY_LOGIN_IP_BLACK_LIST']);
const CRONTABS: ReadonlySet<string> = new Set<SettingKey>(['AUTH_LDAP_SYNC_CRONTAB']);
const MAX_CONTENT = 16_384;

interface Read {
  value?: unknown;
  problems?: FieldProblem[] | FieldProblems;
}
const problem = (code: FieldProblem['code'], params?: FieldProblem['params']): Read => ({
  problems: [{ code, ...(params ? { params } : {}) }],
});

function judged(key: SettingKey, value: unknown): Read {
  const wrong = settingProblem(key, value);
  return wrong ? { problems: [wrong] } : { value };
}

const isLink = (text: string): boolean => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text));

/** The announcement as it is stored: with an id of its own, so that whoever has closed the last one sees this one. */
function readAnnouncement(given: unknown): Read {
  if (!isRecord(given)) return problem('not_an_object');
  const { SUBJECT = '', CONTENT = '', LINK } = given as Record<string, unknown>;
  const problems: Record<string, FieldProblem[]> = {};
  if (typeof SUBJECT !== 'string' || !SUBJECT.trim()) problems.SUBJECT = [{ code: 'required' }];
  else if (SUBJECT.length > 1_024) problems.SUBJECT = [{ code: 'max_length', params: { max: 1_024 } }];
  if (typeof CONTENT !== 'string' || !CONTENT.trim()) problems.CONTENT = [{ code: 'required' }];
  else if (CONTENT.length > MAX_CONTENT) problems.CONTENT = [{ code: 'max_length', params: { max: MAX_CONTENT } }];
  const link = LINK ?? '';
  if (typeof link !== 'string' || link.length > 1_024 || !isLink(link)) problems.LINK = [{ code: 'invalid_url' }];
  if (Object.keys(problems).length > 0) return { problems };
  const value: Announcement = { ID: randomUUID(), SUBJECT: String(SUBJECT).trim(), CONTENT: String(CONTENT), LINK: String(link) };
  return { value };
}

function readList(key: SettingKey, given: unknown, max: number): Read {
  if (!Array.isArray(given)) return problem('not_a_list');
  if (given.length > 1_000) return problem('too_many', { max: 1_000 });
  if (!given.every((one) => typeof one === 'string')) return problem('not_a_text');
  const value = given.map((one) => one.trim()).filter(Boolean);
  if (value.some((one) => one.length > max)) return problem('max_length', { max });
  const bad = ADDRESS_LISTS.has(key) ? value.find((one) => !isAddressEntry(one)) : undefined;
  return bad === undefined ? { value } : problem('invalid_addresses', { value: bad.slice(0, 64) });
}

/** By its bytes: what the address says that it is does not count. */
function readPictureSetting(value: string): Read {
  const picture = readPicture(Buffer.from(pictureBytes(value) ?? '', 'base64'));
  return typeof picture === 'string' ? problem(picture) : { value };
}

function readText(given: unknown, rule: Extract<SettingDefinition['rule'], { kind: 'text' }>, key: SettingKey): Read {
  if (given !== null && typeof given !== 'string') return problem('not_a_text');
  const trimmed = (given ?? '').trim();
  const value = key === 'SITE_URL' ? trimmed.replace(/^\/+|\/+$/g, '') : trimmed;
  if (value === '' && REQUIRED.has(key)) return problem('blank');
  if (value.length > rule.max) return problem('max_length', { max: rule.max });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are refused
  if (/[\u0000-\u001f\u007f]/.test(rule.multiline ? value.replace(/[\t\r\n]/g, '') : value)) return problem('control_characters');
  if (value !== '' && rule.form === 'picture') return readPictureSetting(value);
  const wrong = formProblem(rule.form, value);
  if (wrong) return { problems: [wrong] };
  if (CRONTABS.has(key) && value !== '' && !isCrontab(value)) return problem('invalid_crontab');
  return rule.url && !isLink(value) ? problem('invalid_url') : { value };
}

/** Clients send an object, or its JSON as a text, as their box for it holds one. */
function readMap(key: SettingKey, given: unknown): Read {
  let value = given;
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given);
    } catch {
      return problem('invalid_json');
    }
  }
  if (!isRecord(value)) return problem('not_an_object');
  if (namesNobody(key, value)) return problem('map_without_username');
  return judged(key, value);
}

/** A number in a text, or with its country code apart, as forms have it. */
function readPhone(given: unknown): Read {
  const { code, phone } = isRecord(given) ? given : { code: '', phone: given ?? '' };
  if (![code, phone].every((part) => typeof part === 'string' && part.length <= 40)) return problem('not_a_text');
  if (String(phone).trim() === '') return { value: '' };
  const value = phoneRules.normalise(`${code}${phone}`.trim());
  return value === undefined ? problem('invalid_phone') : { value };
}

/** A stored value as it is told. */
export function shownSetting(key: SettingKey, value: unknown): unknown {
  if (definitionOf(key).rule.kind !== 'phone') return value;
  return typeof value === 'string' && value !== '' ? phoneRules.split(value) : null;
}

/** A value as a client sends it, in stored form or with what is wrong with it. */
export function readSetting(key: SettingKey, given: unknown): Read {
  const { rule } = definitionOf(key);
  if (key === 'ANNOUNCEMENT') return readAnnouncement(given);
  if (rule.kind === 'text') return readText(given, rule, key);
  if (rule.kind === 'phone') return readPhone(given);
  if (given === null || given === undefined) return problem('null');
  if (rule.kind === 'textList') return readList(key, given, rule.max);
  if (rule.kind === 'textMap') return readMap(key, given);
  let value = given;
  // Forms send numbers and choices as texts.
  if (rule.kind === 'integer' && typeof given === 'string' && /^-?\d{1,9}$/.test(given.trim())) value = Number(given);
  if (rule.kind === 'choice') value = rule.values.find((one) => String(one) === given) ?? given;
  return judged(key, value);
}

/**
 * The same for a value that was one before, here or elsewhere. What the product came with always holds, also where a form asks for more: going back to
 * that is going back to nothing.
 */
export function readKept(key: SettingKey, given: unknown): Read {
  const usual = definitionOf(key).default;
  return isDeepStrictEqual(given, usual) ? { value: usual } : readSetting(key, given);
}
