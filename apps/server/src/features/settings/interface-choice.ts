import { type FieldProblem, InvalidInput } from '@postern/contract/errors';
import { isRecord } from '@postern/contract/wire';
import type { Context } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import {
  COLOR_VARIABLES,
  type Colors,
  choiceIn,
  IMAGE_SLOTS,
  type ImageSlot,
  INTERFACE_ROW,
  type InterfaceChoice,
  THEMES,
} from './interface.ts';
import { INTERFACE_WORDS } from './setting-words.ts';

/** The chosen look: read from the texts of a form, held while it is changed, and stored with its event. */

export const MAX_TITLE = 64;

/** The own colours, as JSON of CSS variable to `#rrggbb`. Words for colours and short forms are not taken: they could not be checked for contrast. */
function readColors(given: string): Colors | FieldProblem {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    return { code: 'invalid_json' };
  }
  if (!isRecord(value)) return { code: 'not_an_object' };
  const entries = Object.entries(value).filter(([, color]) => color !== '' && color !== null);
  const sound = entries.every(
    ([name, color]) => (COLOR_VARIABLES as readonly string[]).includes(name) && typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color),
  );
  return sound ? (Object.fromEntries(entries) as Colors) : { code: 'invalid_colors' };
}

/** The texts of the form on top of what is there; an empty text takes a choice, or a picture, away. */
export function readTexts(before: InterfaceChoice, texts: ReadonlyMap<string, string>): { after: InterfaceChoice; dropped: ImageSlot[] } {
  const after: InterfaceChoice = { ...before };
  const problems: Record<string, FieldProblem[]> = {};
  const title = texts.get('login_title')?.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are refused
  if (title !== undefined && /[\u0000-\u001f\u007f]/.test(title)) problems.login_title = [{ code: 'control_characters' }];
  else if (title !== undefined && title.length > MAX_TITLE) problems.login_title = [{ code: 'max_length', params: { max: MAX_TITLE } }];
  else if (title) after.login_title = title;
  else if (title === '') delete after.login_title;
  const theme = texts.get('theme');
  if (theme && !Object.hasOwn(THEMES, theme)) problems.theme = [{ code: 'invalid_choice', params: { value: theme.slice(0, 64) } }];
  else if (theme) after.theme = theme;
  const given = texts.get('colors');
  if (given !== undefined) {
    const colors = readColors(given);
    if ('code' in colors) problems.colors = [colors as FieldProblem];
    else after.colors = colors as Colors;
  }
  // Clients send the address of a picture back as they got it; only an empty one means something.
  const dropped = IMAGE_SLOTS.filter((slot) => texts.get(slot) === '');
  for (const slot of dropped) delete after[slot];
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return { after, dropped };
}

/** The row as it is now, held until the end: two people saving at once do not undo each other. */
export async function lockChoice(ctx: Context): Promise<InterfaceChoice> {
  await lockByName(ctx.tx, 'interface settings');
  const row = await ctx.tx.selectFrom('settings').select('value').where('name', '=', INTERFACE_ROW).executeTakeFirst();
  return choiceIn(row?.value);
}

/** A part of a choice as the log keeps it. */
export const plain = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

/** Stores a choice that differs from the one there was, and says so in the log; nothing happens otherwise. */
export async function storeChoice(ctx: Context, settings: SettingsStore, before: InterfaceChoice, after: InterfaceChoice): Promise<void> {
  const names = Object.keys(INTERFACE_WORDS) as (keyof InterfaceChoice)[];
  const changes = names
    .map((field) => ({ field, before: plain(before[field]), after: plain(after[field]) }))
    .filter((change) => change.before !== change.after);
  if (changes.length === 0) return;
  await settings.set(ctx, { [INTERFACE_ROW]: Object.keys(after).length > 0 ? after : null });
  ctx.audit({ action: 'update', resourceType: 'interface', resourceId: 'interface', resource: 'interface', changes });
}
