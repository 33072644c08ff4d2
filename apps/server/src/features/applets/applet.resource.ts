import { text as t } from '@postern/contract/text';
import { boolean, can, comment, computed, defineResource, labelled, slug, text, textList } from '@postern/resource';

const fromPackage = { readOnly: true } as const;

const readme = computed({ label: t('Description', '说明', '説明'), type: 'string' });

export const TYPES = [
  { value: 'general', label: t('General', '通用', '一般') },
  { value: 'web', label: t('Web', 'Web', 'Web') },
] as const;
export const EDITIONS = [
  { value: 'community', label: t('Community', '社区版', 'コミュニティ') },
  { value: 'enterprise', label: t('Enterprise', '企业版', 'エンタープライズ') },
] as const;

/** A remote application: what its package says of it, and whether it may be used (docs/decisions/0081). */
export const applet = defineResource({
  name: 'applet',
  app: 'terminal',
  path: 'applets',
  table: 'applets',
  label: t('Remote application', '远程应用', 'リモートアプリ'),
  labelPlural: t('Remote applications', '远程应用', 'リモートアプリ'),
  scope: 'system',
  // One without a package could not be opened anywhere: it comes with its upload.
  verbs: ['list', 'retrieve', 'update', 'delete'],
  base: ['created_by', 'date_created', 'date_updated'],
  order: 'name',
  mini: ['id', 'name', 'display_name'],
  columns: {
    package_sha256: 'text not null',
    readme_text: `text not null default ''`,
  },
  fields: {
    name: slug({
      label: t('Name', '名称', '名前'),
      required: true,
      max: 128,
      unique: 'global',
      filter: true,
      search: true,
      ...fromPackage,
    }),
    display_name: text({ label: t('Display name', '显示名称', '表示名'), required: true, search: true }),
    version: text({
      label: t('Version', '版本', 'バージョン'),
      max: 16,
      required: true,
      filter: true,
      noIndex: 'few rows',
      ...fromPackage,
    }),
    author: text({ label: t('Author', '作者', '作者'), required: true, search: true, ...fromPackage }),
    type: labelled({
      label: t('Type', '类型', '種類'),
      required: true,
      ...fromPackage,
      choices: TYPES,
    }),
    edition: labelled({
      label: t('Edition', '版本类型', 'エディション'),
      default: 'community',
      ...fromPackage,
      choices: EDITIONS,
    }),
    can_concurrent: boolean({ label: t('Several at a time', '可并发', '同時利用'), default: true }),
    protocols: textList({ label: t('Protocols', '协议', 'プロトコル'), max: 128, default: [], ...fromPackage }),
    tags: textList({ label: t('Tags', '标签', 'タグ'), max: 128, default: [] }),
    is_active: boolean({ label: t('Active', '激活', '有効'), default: true, filter: true, noIndex: 'few rows' }),
    icon: computed({ label: t('Icon', '图标', 'アイコン'), type: 'string' }),
    readme: { ...readme, options: { ...readme.options, view: 'detail' } },
    comment: comment(),
  },
  actions: {
    download: { method: 'GET', on: 'detail', path: 'download', policy: can('terminal.view_applet'), media: 'application/zip' },
  },
});
