import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { definitionOf, type SettingKey } from '@postern/contract/settings';
import { type Text, text } from '@postern/contract/text';
import { type Context, holds } from '@postern/resource';
import { secretsLeft } from './form-over.ts';
import { choiceIn, DEFAULT_THEME, INTERFACE_ROW, type InterfaceChoice, THEMES } from './interface.ts';
import { lockChoice, plain, readTexts, storeChoice } from './interface-choice.ts';
import { type Place, placeOf } from './setting-places.ts';
import { HIDDEN, lockSettings, type SaveSettings, type SettingDeps, savingTo, settingsNow } from './setting-saves.ts';
import { keptValue, textOf, wordsOf } from './setting-text.ts';
import { readKept, shownSetting } from './setting-values.ts';
import { INTERFACE_WORDS, SETTING_WORDS } from './setting-words.ts';

/** What has a log of changes that can be taken back: a category of settings, a provider beside the first of its kind, the look of the product. */
export interface ChangeSource {
  /** By what the operation log knows them. */
  type: 'setting' | 'interface';
  ids: readonly string[];
  /** Name of the provider; empty for everything else. */
  provider: string;
  keys: readonly string[];
  label(key: string): Text;
  /** A text of the log in words. */
  words(key: string, kept: string, ctx: Context): string;
  /** How things are, as texts of the log. Held until the end of the transaction when it is `locked`. */
  now(ctx: Context, locked: boolean): Promise<Now>;
}

export interface Now {
  text(key: string): string;
  /** What taking a key back to a kept text means: the value, as a form would send it, and the labels of secrets that this forgets; or why it cannot be. */
  back(key: string, kept: string): { value: unknown; forgets: readonly Text[] } | { reason: Text };
  /** Does it. Everything that a save asks for is asked for here. */
  revert(key: string, value: unknown): Promise<void>;
}

/** Longer texts end so in the log (`platform/audit/operate-log.ts`), and what was there before is not known any more. */
const CUT = 2_048;

const WHY = {
  secret: text('A secret is not kept in the log.', '日志中不保存密文。', '秘密の値はログに残りません。'),
  cut: text('It is too long to be kept whole in the log.', '内容过长，日志中未完整保存。', '長すぎるため、ログに全体が残っていません。'),
  same: text('It is this value now.', '当前已是该值。', '現在この値です。'),
  refused: text('This value would no longer be accepted.', '该值已不再被接受。', 'この値は受け付けられなくなりました。'),
  picture: text('Pictures are not kept in the log.', '日志中不保存图片。', '画像はログに残りません。'),
} as const satisfies Record<string, Text>;

/** Tells values apart without telling them. */
export const seenAs = (value: string): string => createHash('sha256').update(value).digest('base64url');

const whyNot = (kept: string, now: string): { reason: Text } | undefined => {
  if (kept.length >= CUT && kept.endsWith('…')) return { reason: WHY.cut };
  return kept === now ? { reason: WHY.same } : undefined;
};

/** Under which names the log keeps changes of these keys: their pages, and all at once. */
const idsOf = ({ keys, category, provider }: Place): string[] => {
  const own = keys.flatMap((key) => [definitionOf(key).category, definitionOf(key).also ?? []].flat());
  return [...new Set([category, ...own, 'all', ...(provider === '' ? [] : [`${category}@${provider}`])])];
};

function ofSettings(place: Place, deps: SettingDeps, save: SaveSettings): ChangeSource {
  const { settings } = deps;
  return {
    type: 'setting',
    ids: idsOf(place),
    provider: place.provider,
    keys: place.keys,
    label: (key) => SETTING_WORDS[key as SettingKey]?.label ?? text(key, key, key),
    words: (key, kept, { language }) => wordsOf(key as SettingKey, kept, language),
    async now(ctx, locked) {
      if (locked) await lockSettings(ctx);
      const now = await settingsNow(ctx, settings, place);
      return {
        text: (key) => (definitionOf(key as SettingKey).secret ? HIDDEN : textOf(now.get(key as SettingKey))),
        back(name, kept) {
          const key = name as SettingKey;
          if (definitionOf(key).secret) return { reason: WHY.secret };
          const not = whyNot(kept, textOf(now.get(key)));
          if (not) return not;
          const value = keptValue(key, kept);
          const read = definitionOf(key).fixed || value === undefined ? undefined : readKept(key, value);
          if (!read || read.problems) return { reason: WHY.refused };
          const forgets = secretsLeft(new Map([[key, read.value]]), now).map((secret) => SETTING_WORDS[secret]?.label ?? WHY.secret);
          return { value: shownSetting(key, read.value), forgets };
        },
        revert: (key, value) => save(ctx, place, new Map([[key as SettingKey, readKept(key as SettingKey, value).value]])),
      };
    },
  };
}

/** Parts of the look that are texts, and what stands for the usual one in a form. */
const USUAL_LOOK: Readonly<Record<string, string>> = { login_title: '', theme: DEFAULT_THEME, colors: '{}' };

function ofLook({ settings, licence }: SettingDeps): ChangeSource {
  const keys = Object.keys(INTERFACE_WORDS) as (keyof InterfaceChoice)[];
  return {
    type: 'interface',
    ids: ['interface'],
    provider: '',
    keys,
    label: (key) => INTERFACE_WORDS[key as keyof typeof INTERFACE_WORDS],
    words: (key, kept, { language }) => (key === 'theme' ? (THEMES[kept]?.label[language] ?? kept) : kept),
    async now(ctx, locked) {
      const stored = async () => choiceIn((await settings.read(ctx, [INTERFACE_ROW])).get(INTERFACE_ROW));
      const choice = locked ? await lockChoice(ctx) : await stored();
      const kept = (key: string): string => plain(choice[key as keyof InterfaceChoice]);
      return {
        text: kept,
        back: (key, before) => {
          const usual = USUAL_LOOK[key];
          if (usual === undefined) return { reason: WHY.picture };
          return whyNot(before, kept(key)) ?? { value: before === '' ? usual : before, forgets: [] };
        },
        async revert(key, value) {
          if (!licence.valid(ctx.clock())) throw new CodedError('licence_required');
          await storeChoice(ctx, settings, choice, readTexts(choice, new Map([[key, String(value)]])).after);
        },
      };
    },
  };
}

const LOOK_RIGHT = 'settings.change_interface';
export const INTERFACE = 'interface';

/** The source of a request, for those who may change it. @throws CodedError */
export function sourcesOf(deps: SettingDeps): (ctx: Context, asked: { category: string; provider: string }) => ChangeSource {
  const save = savingTo(deps);
  return (ctx, asked) => {
    if (asked.category !== INTERFACE) return ofSettings(placeOf(ctx, deps.settings, asked), deps, save);
    if (!holds(ctx.actor, [LOOK_RIGHT])) throw new CodedError('permission_denied');
    return ofLook(deps);
  };
}
