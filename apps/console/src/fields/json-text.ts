import { jsonOf } from '@postern/contract/wire';

/** The object or list a text holds; undefined for anything else, so that half-typed text stays text. */
export function parseJson(text: string): object | undefined {
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
