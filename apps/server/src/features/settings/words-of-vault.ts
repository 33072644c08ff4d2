import type { VAULT_SETTINGS } from '@postern/contract/settings-of-vault';
import { type Text, text } from '@postern/contract/text';
import { type Words, words } from './fixed-setting-words.ts';

/** Labels of the settings of the store of account secrets. */
export const VAULT_WORDS: Readonly<Record<keyof typeof VAULT_SETTINGS, Words>> = {
  VAULT_ENABLED: words(
    text('Keep secrets in the store', '将密文存入外部存储', 'シークレットを外部に保存'),
    text(
      'New ones are moved there within a minute or two. Those that are there are read there either way.',
      '新密文将在一两分钟内移入。已存入的密文始终从外部存储读取。',
      '新しいものは 1〜2 分以内に移されます。既に移されたものは、常にそこから読み込みます。',
    ),
  ),
  VAULT_BACKEND: words(text('Kind of store', '存储类型', '保存先の種類')),
  VAULT_PREFIX: words(
    text('Folder', '文件夹', 'フォルダー'),
    text('Where in the store our entries are.', '本系统条目在存储中的位置。', '保存先での項目の置き場所です。'),
  ),
  VAULT_HCP_HOST: words(
    text('Address', '地址', 'アドレス'),
    text('Such as https://vault.example.com:8200.', '例如 https://vault.example.com:8200。', '例：https://vault.example.com:8200'),
  ),
  VAULT_HCP_MOUNT_POINT: words(
    text('Mount point', '挂载点', 'マウントポイント'),
    text('Of a key/value engine, version 2.', 'KV 引擎（第 2 版）的挂载点。', 'KV エンジン（バージョン 2）のものです。'),
  ),
  VAULT_HCP_NAMESPACE: words(
    text('Namespace', '命名空间', '名前空間'),
    text('Left empty where there are none.', '没有命名空间时留空。', 'なければ空欄にします。'),
  ),
  VAULT_HCP_CA: words(
    text('Own certificate authority', '自有证书颁发机构', '独自の認証局'),
    text(
      'PEM certificates to be trusted in place of the public ones.',
      '受信任的 PEM 证书，将取代公共证书颁发机构。',
      '公的な認証局の代わりに信頼する PEM 証明書です。',
    ),
  ),
  VAULT_HCP_AUTH: words(text('Log in by', '认证方式', '認証方法')),
  VAULT_HCP_TOKEN: words(text('Token', '令牌', 'トークン')),
  VAULT_HCP_ROLE_ID: words(text('Role ID', '角色 ID', 'ロール ID')),
  VAULT_HCP_SECRET_ID: words(text('Secret ID', '密钥 ID', 'シークレット ID')),
  VAULT_AWS_REGION_NAME: words(
    text('Region', '区域', 'リージョン'),
    text('Such as eu-central-1.', '例如 eu-central-1。', '例：eu-central-1'),
  ),
  VAULT_AWS_ENDPOINT: words(
    text('Own endpoint', '自定义端点', '独自のエンドポイント'),
    text('Left empty, the public one of the region.', '留空则使用该区域的公共端点。', '空欄ならリージョンの公開エンドポイントです。'),
  ),
  VAULT_AWS_ACCESS_KEY_ID: words(text('Access key ID', '访问密钥 ID', 'アクセスキー ID')),
  VAULT_AWS_ACCESS_SECRET_KEY: words(text('Secret access key', '访问密钥', 'シークレットアクセスキー')),
};

export const VAULT_CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  VAULT_BACKEND: {
    hcp: text('HashiCorp Vault, OpenBao', 'HashiCorp Vault、OpenBao', 'HashiCorp Vault、OpenBao'),
    aws: text('AWS Secrets Manager', 'AWS Secrets Manager', 'AWS Secrets Manager'),
  },
  VAULT_HCP_AUTH: { token: text('Token', '令牌', 'トークン'), approle: text('AppRole', 'AppRole', 'AppRole') },
};
