import type { Values } from '../../model/values.ts';
import { client } from '../../session/http.ts';

/** Categories whose settings say what they would do (docs/wire/settings.md#effects). */
const TELLING: ReadonlySet<string> = new Set(['security', 'clean']);

/** What these values would do once they are saved; nothing where the category does not say. */
export async function effectsOf(category: string, values: Values, signal?: AbortSignal) {
  if (!TELLING.has(category)) return [];
  return (await client.setting.effects(values, { query: { category }, ...(signal ? { signal } : {}) })).effects;
}
