import type { Language } from '@postern/contract/text';
import type { Locale } from 'antd/es/locale';
import { currentLanguage } from './language.ts';

type Pack = Promise<{ default: Locale }>;

/** A pack, and the names of months and weekdays: calendars take those from dayjs, which speaks English until it is told. */
const withDates = async (pack: Pack, dates: Promise<unknown>): Pack => {
  await dates;
  return pack;
};

/**
 * One pack per language, loaded when it is needed. English has one too: without any, Ant Design builds another tree of components, and
 * whoever changes the language would lose what they were typing.
 */
const PACKS: Readonly<Record<Language, () => Pack>> = {
  en: () => import('antd/es/locale/en_US'),
  zh: () => withDates(import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')),
  ja: () => withDates(import('antd/es/locale/ja_JP'), import('dayjs/locale/ja')),
};

export async function antdLocale(): Promise<Locale> {
  return (await PACKS[currentLanguage().id]()).default;
}
