import type { SettingCategory, SettingDefinition, TextForm } from './setting-definition.ts';

/** Kinds of settings: each function makes the definition of one, with its default. */

type Widen<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;
export const setting = <const T>(category: SettingCategory, value: T, rule: SettingDefinition['rule']): SettingDefinition<Widen<T>> => ({
  category,
  default: value as Widen<T>,
  rule,
});
export const flag = (category: SettingCategory, value: boolean) => setting<boolean>(category, value, { kind: 'boolean' });
export const count = (category: SettingCategory, value: number, min: number, max: number) =>
  setting<number>(category, value, { kind: 'integer', min, max });
export const words = (category: SettingCategory, value: string, max = 1024) =>
  setting<string>(category, value, { kind: 'text', max, blank: true });
export const link = (category: SettingCategory, value: string) =>
  setting<string>(category, value, { kind: 'text', max: 1024, blank: true, url: true });
export const formed = (category: SettingCategory, form: TextForm, max: number): SettingDefinition<string> => ({
  category,
  default: '',
  rule: { kind: 'text', max, blank: true, form },
});
/** Several lines for people to read. */
export const letter = (category: SettingCategory, max: number): SettingDefinition<string> => ({
  category,
  default: '',
  rule: { kind: 'text', max, blank: true, multiline: true },
});
export const encrypted = (category: SettingCategory, max = 1024): SettingDefinition<string> => ({
  category,
  default: '',
  rule: { kind: 'text', max, blank: true },
  secret: true,
});
export const list = (category: SettingCategory, value: readonly string[]): SettingDefinition<readonly string[]> => ({
  category,
  default: value,
  rule: { kind: 'textList', max: 1024 },
});
/** An object of texts. */
export const map = (
  category: SettingCategory,
  value: Readonly<Record<string, string>>,
): SettingDefinition<Readonly<Record<string, string>>> => ({
  category,
  default: value,
  rule: { kind: 'textMap', max: 1024 },
});
/** A picture as a `data:` address; 64 KiB of text are 48 of picture. */
export const picture = (category: SettingCategory): SettingDefinition<string> => ({
  category,
  default: '',
  rule: { kind: 'text', max: 65_536, blank: true, form: 'picture' },
});
/** Stands on other pages as well. */
export const alsoIn = <T>(also: NonNullable<SettingDefinition['also']>, definition: SettingDefinition<T>): SettingDefinition<T> => ({
  ...definition,
  also,
});
