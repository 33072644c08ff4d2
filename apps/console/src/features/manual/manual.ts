import { sectionsOf } from '@postern/client/manual-text';
import type { Language } from '@postern/contract/text';
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../../i18n/language.ts';
import { MANUAL_PAGES, type ManualSection } from '../../model/manual-pages.ts';

const LANGUAGES: Readonly<Record<Language, () => Promise<{ TEXTS: Record<string, string> }>>> = {
  en: () => import('./text-en.ts'),
  zh: () => import('./text-zh.ts'),
  ja: () => import('./text-ja.ts'),
};

/** All sections in a language, page by page. */
export async function readManual(language: Language): Promise<ManualSection[]> {
  const texts = (await LANGUAGES[language]()).TEXTS;
  const named = new Map(Object.entries(texts).map(([file, text]) => [file.slice(file.lastIndexOf('/') + 1, -3), text]));
  return MANUAL_PAGES.flatMap((page) => sectionsOf(named.get(page) ?? '').map((section) => ({ page, ...section })));
}

/** The manual in the language of the console; read once. */
export function useManualText() {
  const { id } = currentLanguage();
  return useQuery({ queryKey: ['manual', id], queryFn: () => readManual(id), staleTime: Number.POSITIVE_INFINITY });
}
