import type { Language } from '@postern/contract/text';
import type { Locale } from 'antd/es/locale';
import { currentLanguage } from './language.ts';

/** English is what Ant Design speaks by itself; the other packs are loaded when they are needed. */
const PACKS: Readonly<Record<Language, (() => Promise<{ default: Locale }>) | undefined>> = {
  en: undefined,
  zh: () => import('antd/es/locale/zh_CN'),
  ja: () => import('antd/es/locale/ja_JP'),
};

export async function antdLocale(): Promise<Locale | undefined> {
  return (await PACKS[currentLanguage().id]?.())?.default;
}
