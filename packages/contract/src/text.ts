/**
 * Words in the three languages of the product. A text that lacks one does not compile, so no
 * label, message or error can be added in one language only.
 */
export const LANGUAGES = ['en', 'zh', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Text = Readonly<Record<Language, string>>;

/** Shorthand for a text literal; the order is the order of `LANGUAGES`. */
export const text = (en: string, zh: string, ja: string): Text => ({ en, zh, ja });

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && LANGUAGES.every((language) => language in value);

/** Fills `{name}` marks of a text, by texts in their language. Unknown marks stay, so a missing parameter is visible and never throws. */
export function render(value: Text, language: Language, params: Readonly<Record<string, unknown>> = {}): string {
  return value[language].replace(/\{(\w+)\}/g, (mark, name: string) => {
    if (!(name in params)) return mark;
    const param = params[name];
    return isText(param) ? param[language] : String(param);
  });
}

/** The same, in every language: a text that becomes a part of another one. */
export const filled = (value: Text, params?: Readonly<Record<string, unknown>>): Text =>
  text(render(value, 'en', params), render(value, 'zh', params), render(value, 'ja', params));

/**
 * Maps a `django_language` cookie or an Accept-Language header to one of ours; English is the fallback
 * (docs/behaviour/start-and-views.md#language).
 */
export function languageOf(tag: string | undefined): Language {
  const first = (tag ?? '').trim().toLowerCase();
  if (first.startsWith('zh')) return 'zh';
  if (first.startsWith('ja')) return 'ja';
  return 'en';
}
