import { text } from '@postern/contract/text';
import { listSchema, nested, objectSchema, type Shape, secret, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { shown } from '../../platform/shown.ts';
import { preferencesShape } from '../preferences/index.ts';
import { MAX_PASSWORD, MAX_PUBLIC_KEY, ownView } from './profile.view.ts';

/** Metadata of the own profile: whoever logs in for the first time is sent to these forms before anything else. */

const keyFacts = {
  public_key_comment: shown(text('Name of the SSH key', 'SSH 密钥名称', 'SSH 鍵の名前')),
  public_key_hash_md5: shown(text('Fingerprint of the SSH key', 'SSH 密钥指纹', 'SSH 鍵のフィンガープリント')),
};

const TEXTS = listSchema(TEXT_SCHEMA);
const ORGANISATIONS = listSchema(
  objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, is_default: { type: 'boolean' }, is_root: { type: 'boolean' } }),
);

export const ownShape: Shape = {
  title: text('Profile', '个人信息', 'プロフィール'),
  rows: (kernel) => ownView(kernel.byName('user')),
  view: 'detail',
  fields: {
    ...keyFacts,
    guide_url: shown(text('Guide', '使用指南', 'ガイド')),
    missing: shown(text('Missing at the first login', '首次登录待补充', '初回ログインで必要な項目'), 'list', { answered: TEXTS }),
    receive_backends: shown(text('Messages by', '消息接收方式', '通知の受信方法'), 'list', { answered: TEXTS }),
    console_orgs: shown(text('Organisations to administer', '可管理的组织', '管理できる組織'), 'field', { answered: ORGANISATIONS }),
    audit_orgs: shown(text('Organisations to audit', '可审计的组织', '監査できる組織'), 'field', { answered: ORGANISATIONS }),
    workbench_orgs: shown(text('Organisations to work in', '可使用的组织', '利用できる組織'), 'field', { answered: ORGANISATIONS }),
    preferences: nested(preferencesShape.fields, { label: preferencesShape.title, readOnly: true }),
    perms: shown(text('Permissions', '权限', '権限'), 'list', { answered: TEXTS }),
  },
};

export const PASSWORD = text('Password', '密码', 'パスワード');

const password = (en: string, zh: string, ja: string) => secret({ label: text(en, zh, ja), required: true, max: MAX_PASSWORD });

export const passwordFields = {
  old_password: password('Old password', '旧密码', '現在のパスワード'),
  new_password: password('New password', '新密码', '新しいパスワード'),
  new_password_again: password('New password again', '确认新密码', '新しいパスワード（確認）'),
};
export const passwordShape: Shape = { title: PASSWORD, fields: passwordFields };

const KEY = text('SSH public key', 'SSH 公钥', 'SSH 公開鍵');

export const keyShape: Shape = { title: KEY, fields: keyFacts };
export const keyFields = { public_key: textField({ label: KEY, required: true, writeOnly: true, multiline: true, max: MAX_PUBLIC_KEY }) };
export const newKeyShape: Shape = { title: KEY, fields: { ...keyFields, ...keyFacts } };

const EXPORTS = text('Password of exported files', '文件加密密码', 'エクスポートファイルのパスワード');
const isSet = { has_secret_key: shown(text('Is set', '已设置', '設定済み'), 'boolean', { nullable: true }) };

export const exportPasswordShape: Shape = { title: EXPORTS, fields: isSet };
export const exportPasswordFields = {
  new_secret_key: password('New password', '新密码', '新しいパスワード'),
  new_secret_key_again: password('New password again', '确认新密码', '新しいパスワード（確認）'),
};
export const newExportPasswordShape: Shape = { title: EXPORTS, fields: { ...exportPasswordFields, ...isSet } };
