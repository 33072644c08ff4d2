import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { FIELD_ERRORS, type FieldProblem } from '@postern/contract/errors';
import { settingNeedsLicence } from '@postern/contract/licence';
import { definitionOf, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { type Context, holds } from '@postern/resource';
import { keysOf, type Provider, providersBeside } from '../../platform/settings/providers.ts';
import { keysOfCategory, secretsLeft } from './form-over.ts';
import { isProviderName, MAX_PROVIDERS } from './provider.routes.ts';
import { ACCESS, isCategory, KEYS, type Place, titleOf } from './setting-places.ts';
import { changedIn, type SettingDeps, settingsNow } from './setting-saves.ts';
import { textOf, wordsOf } from './setting-text.ts';
import { readKept } from './setting-values.ts';
import { SETTING_WORDS } from './setting-words.ts';
import { keysInFile, type SettingsFile } from './settings-file.ts';

/** What a file would do here: found out before it is asked for, and once more in the transaction that does it. */

/** Something of the file, and what is to be said of it. */
interface Note {
  category: string;
  provider: string;
  key: string;
  label: string;
  message: string;
}
interface PlannedChange extends Omit<Note, 'message'> {
  title: string;
  before: string;
  after: string;
}
export interface Plan {
  changes: readonly PlannedChange[];
  /** Nothing is written while there is one. */
  problems: readonly Note[];
  /** What the file has and nobody takes: another version's, not this person's, or the same in every installation. */
  left_out: readonly Note[];
  /** Secrets to be entered afterwards. */
  secrets: readonly Note[];
  providers: readonly { name: string; label: string; action: 'create' | 'rename' }[];
  /** Stands for all of it and what is there now. */
  seen: string;
}
interface Step {
  place: Place;
  values: ReadonlyMap<SettingKey, unknown>;
}
export interface Work {
  plan: Plan;
  steps: readonly Step[];
  providers: readonly { one: Provider; before?: string }[];
}

const WHY = {
  unknown: text('This version does not know it.', '当前版本没有此项。', 'この版にはありません。'),
  foreign: text('You may not change it.', '你无权修改。', '変更する権限がありません。'),
  fixed: text('It cannot be changed in this version.', '当前版本不支持修改。', 'この版では変えられません。'),
  secret: text(
    'Secrets do not travel in files. Take it out.',
    '文件不得包含密文，请删除此项。',
    'ファイルに秘密の値は入れられません。削除してください。',
  ),
  licence: text('It needs a licence.', '需要许可证。', 'ライセンスが必要です。'),
  forgets: text('It would go to another address, and is forgotten.', '目标地址改变，将被清除。', '送り先が変わるため消えます。'),
  missing: text(
    'It is set where the file comes from, and not here.',
    '来源处已设置，此处尚未设置。',
    '元の環境にはあり、ここにはありません。',
  ),
  provider: text('This name is taken or not allowed.', '该名称已被占用或不可用。', 'この名前は使用中か、使えません。'),
  providers: text('There would be too many providers.', '提供方数量过多。', 'プロバイダーが多すぎます。'),
} as const satisfies Record<string, Text>;

/** Of what is not understood, so much is named. */
const NAMED = 64;
/** Longest text of a value that is shown. */
const SHOWN = 500;
const cut = (value: string): string => (value.length > SHOWN ? `${value.slice(0, SHOWN - 1)}…` : value);

/** An announcement says the same although each save gives it another id. */
const saysTheSame = (one: unknown, other: unknown): boolean =>
  isRecord(one) && isRecord(other) && isDeepStrictEqual({ ...one, ID: '' }, { LINK: '', ...other, ID: '' });

/** All that is wrong with a value, in one line. */
function wordsOfProblem(ctx: Context, problem: unknown): string {
  const found: FieldProblem[] = [];
  const collect = (one: unknown): void => {
    if (Array.isArray(one)) for (const each of one) found.push(each as FieldProblem);
    else if (isRecord(one)) for (const each of Object.values(one)) collect(each);
  };
  collect(problem);
  return found.map((one) => render(FIELD_ERRORS[one.code], ctx.language, one.params)).join(' ');
}

interface Draft {
  changes: PlannedChange[];
  problems: Note[];
  leftOut: Note[];
  secrets: Note[];
}

/** Plans the settings of one place; what is to be written is answered. */
async function planPlace(
  ctx: Context,
  { settings, licence }: SettingDeps,
  place: Place,
  given: Readonly<Record<string, unknown>>,
  set: ReadonlySet<string>,
  draft: Draft,
): Promise<Step> {
  const { category, provider } = place;
  const noteOf = (key: string, why: Text | string): Note => ({
    category,
    provider,
    key: key.slice(0, NAMED),
    label: (Object.hasOwn(SETTING_WORDS, key) && SETTING_WORDS[key as SettingKey]?.label[ctx.language]) || key.slice(0, NAMED),
    message: typeof why === 'string' ? why : why[ctx.language],
  });
  const [known, here]: [ReadonlySet<string>, ReadonlySet<string>] = [new Set(place.keys), new Set(keysInFile(category))];
  for (const key of Object.keys(given)) {
    if (!known.has(key)) draft.leftOut.push(noteOf(key, WHY.unknown));
    else if (definitionOf(key as SettingKey).secret) draft.problems.push(noteOf(key, WHY.secret));
    else if (!here.has(key)) draft.leftOut.push(noteOf(key, WHY.fixed));
  }
  const read = new Map<SettingKey, unknown>();
  for (const key of place.keys.filter((one) => here.has(one) && Object.hasOwn(given, one))) {
    const { value, problems } = readKept(key, given[key]);
    if (problems) draft.problems.push(noteOf(key, wordsOfProblem(ctx, problems)));
    else read.set(key, value);
  }
  const now: SettingsReader = await settingsNow(ctx, settings, place);
  const values = new Map(changedIn(read, now).filter(([key, value]) => key !== 'ANNOUNCEMENT' || !saysTheSame(value, now.get(key))));
  for (const [key, value] of values) {
    if (settingNeedsLicence(key) && !licence.valid(ctx.clock())) draft.problems.push(noteOf(key, WHY.licence));
    const { message: _nothing, ...about } = noteOf(key, '');
    const words = (one: unknown) => cut(wordsOf(key, textOf(one), ctx.language));
    draft.changes.push({ ...about, title: titleOf(place)[ctx.language], before: words(now.get(key)), after: words(value) });
  }
  const forgotten = secretsLeft(values, now);
  for (const key of forgotten) draft.secrets.push(noteOf(key, WHY.forgets));
  for (const key of place.keys)
    if (definitionOf(key).secret && set.has(key) && definitionOf(key).category === category && !now.get(key))
      draft.secrets.push(noteOf(key, WHY.missing));
  return { place, values };
}

/** The providers of the file beside the first: those to be made or renamed, and what speaks against it. */
function planProviders(ctx: Context, { settings }: SettingDeps, file: SettingsFile, draft: Draft) {
  const there = providersBeside(settings);
  const work: { one: Provider; before?: string }[] = [];
  const mine = file.providers.filter((one) => {
    const note = (why: Text): Note => ({
      category: one.category,
      provider: one.name,
      key: '',
      label: one.label,
      message: why[ctx.language],
    });
    const known = there.find(({ name }) => name === one.name);
    if (!holds(ctx.actor, [ACCESS[one.category]])) draft.leftOut.push(note(WHY.foreign));
    else if (!isProviderName(one.name) || (known && known.category !== one.category)) draft.problems.push(note(WHY.provider));
    else {
      const { name, category, label } = one;
      if (!known) work.push({ one: { name, category, label } });
      else if (known.label !== label) work.push({ one: { name, category, label }, before: known.label });
      return true;
    }
    return false;
  });
  if (there.length + work.filter(({ before }) => before === undefined).length > MAX_PROVIDERS)
    draft.problems.push({ category: '', provider: '', key: '', label: '', message: WHY.providers[ctx.language] });
  return { mine, work };
}

/** What the file would do. The settings are locked where it is about to be done. */
export async function planOf(ctx: Context, deps: SettingDeps, file: SettingsFile): Promise<Work> {
  const draft: Draft = { changes: [], problems: [], leftOut: [], secrets: [] };
  const steps: Step[] = [];
  for (const [name, given] of Object.entries(file.settings)) {
    const known = isCategory(name);
    if (!known || !holds(ctx.actor, [ACCESS[name]])) {
      const label = known ? titleOf({ category: name })[ctx.language] : name.slice(0, NAMED);
      draft.leftOut.push({ category: label, provider: '', key: '', label, message: WHY[known ? 'foreign' : 'unknown'][ctx.language] });
      continue;
    }
    const keys = keysOfCategory(KEYS, name).filter((key) => definitionOf(key).category === name);
    const place: Place = { category: name, keys, values: deps.settings, provider: '' };
    steps.push(await planPlace(ctx, deps, place, given, new Set(file.secrets), draft));
  }
  const { mine, work } = planProviders(ctx, deps, file, draft);
  for (const { name: provider, category, settings, secrets } of mine) {
    const place: Place = { category, keys: keysOf(category), values: deps.settings, provider };
    steps.push(await planPlace(ctx, deps, place, settings, new Set(secrets), draft));
  }
  const providers = work.map(
    ({ one: { name, label }, before }) => ({ name, label, action: before === undefined ? 'create' : 'rename' }) as const,
  );
  const seen = createHash('sha256')
    .update(JSON.stringify([draft.changes, providers]))
    .digest('base64url');
  const { leftOut: left_out, ...rest } = draft;
  return { plan: { ...rest, left_out, providers, seen }, steps: steps.filter(({ values }) => values.size > 0), providers: work };
}
