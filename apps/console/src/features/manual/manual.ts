import { sectionsOf } from '@postern/client/manual-text';
import type { Language } from '@postern/contract/text';
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../../i18n/language.ts';
import { MANUAL_PAGES, type ManualSection } from '../../model/manual-pages.ts';

/** By their files. */
type Files = Record<string, string>;
const LANGUAGES: Readonly<Record<Language, () => Promise<{ TEXTS: Files; PICTURES: Files }>>> = {
  en: () => import('./text-en.ts'),
  zh: () => import('./text-zh.ts'),
  ja: () => import('./text-ja.ts'),
};

const byPage = (files: Files): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map(([file, found]) => [file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.')), found]));

/** All sections in a language, page by page. */
export async function readManual(language: Language): Promise<ManualSection[]> {
  const { TEXTS, PICTURES } = await LANGUAGES[language]();
  const [texts, pictures] = [byPage(TEXTS), byPage(PICTURES)];
  return MANUAL_PAGES.flatMap((page) =>
    sectionsOf(texts.get(page) ?? '').map((section) => ({ page, picture: pictures.get(page), ...section })),
  );
}

/** The manual in the language of the console; read once. */
export function useManualText() {
  const { id } = currentLanguage();
  return useQuery({ queryKey: ['manual', id], queryFn: () => readManual(id), staleTime: Number.POSITIVE_INFINITY });
}
