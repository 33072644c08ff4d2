import { type FieldProblem, InvalidInput } from '@postern/contract/errors';
import type { FieldInfo } from '@postern/contract/metadata';
import { type Language, text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { type Context, can, objectSchema, ok, type Request, type Route, route, TEXT_SCHEMA } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { form } from '../../platform/routes/form.ts';
import { ownList } from '../../platform/routes/list.ts';
import { bytesOf, partsOf } from '../../platform/routes/upload.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, shown as shownAs, WORDS } from '../../platform/shown.ts';
import { dropImage, MAX_IMAGE_BYTES, storeImage } from './images.ts';
import {
  COLOR_VARIABLES,
  COLORS,
  type Colors,
  choiceIn,
  DEFAULT_THEME,
  IMAGE_SLOTS,
  type ImageSlot,
  INTERFACE_ROW,
  type InterfaceChoice,
  OWN_THEME,
  STORED_LOOK,
  shownInterface,
  storedChoice,
  THEMES,
} from './interface.ts';
import { INTERFACE_WORDS } from './setting-words.ts';

/** `xpack/interface/setting/` (docs/wire/settings.md#look). That it needs a licence stands in `packages/contract/src/licence.ts`. */

const PATH = '/api/v1/xpack/interface/setting/';
const ABOUT = { who: can('settings.change_interface'), rows: { none: 'the look of the product' } } as const;
const MAX_TITLE = 64;
const RESTORED = text('The usual look is back.', '已恢复默认外观。', '標準の外観に戻しました。');

interface Form {
  texts: Map<string, string>;
  files: Map<ImageSlot, Buffer>;
}

const isSlot = (name: string): name is ImageSlot => (IMAGE_SLOTS as readonly string[]).includes(name);

/** All parts of the form; pictures are bounded while they come in. @throws InvalidInput for one that is too large, or that nothing keeps */
async function readForm(request: Request): Promise<Form> {
  const read: Form = { texts: new Map(), files: new Map() };
  for await (const { field, value, stream } of partsOf(request)) {
    if (!stream) {
      if (!Object.hasOwn(INTERFACE_WORDS, field)) throw InvalidInput.on(field.slice(0, 128), 'unknown_setting');
      if (value !== undefined) read.texts.set(field, value);
      continue;
    }
    const bytes = await bytesOf(stream, MAX_IMAGE_BYTES);
    if (!isSlot(field)) throw InvalidInput.on(field.slice(0, 128), 'unknown_setting');
    if (!bytes) throw InvalidInput.on(field, 'image_too_large');
    read.files.set(field, bytes);
  }
  return read;
}

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
  return sound ? (Object.fromEntries(entries) as Colors) : { code: 'invalid' };
}

/** The texts of the form on top of what is there; an empty text takes a choice, or a picture, away. */
function changed(before: InterfaceChoice, texts: Form['texts']): { after: InterfaceChoice; dropped: ImageSlot[] } {
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
async function lockChoice(ctx: Context): Promise<InterfaceChoice> {
  await lockByName(ctx.tx, 'interface settings');
  const row = await ctx.tx.selectFrom('settings').select('value').where('name', '=', INTERFACE_ROW).executeTakeFirst();
  return choiceIn(row?.value);
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

function metadata(language: Language): Record<string, FieldInfo> {
  const field = (name: keyof typeof INTERFACE_WORDS, more: Partial<FieldInfo>): [string, FieldInfo] => [
    name,
    { type: 'string', required: false, read_only: false, label: INTERFACE_WORDS[name][language], write_only: false, ...more },
  ];
  const choices = Object.entries(THEMES).map(([value, { label }]) => ({ value, label: label[language] }));
  return Object.fromEntries([
    field('login_title', { max_length: MAX_TITLE }),
    field('theme', { type: 'choice', choices, default: DEFAULT_THEME }),
    field('colors', { type: 'json' }),
    ...IMAGE_SLOTS.map((slot) => field(slot, { type: 'image upload' })),
  ]);
}

export function interfaceRoutes({ settings }: { settings: SettingsStore }): readonly Route[] {
  const shown = (choice: InterfaceChoice, language: Language) => {
    const { theme_info: _derived, ...values } = shownInterface(choice, language);
    return { ...values, colors: choice.colors ?? {} };
  };
  /** Stores a choice that differs from the one there was, and says so in the log; nothing happens otherwise. */
  const store = async (ctx: Context, before: InterfaceChoice, after: InterfaceChoice): Promise<void> => {
    const names = Object.keys(INTERFACE_WORDS) as (keyof InterfaceChoice)[];
    const changes = names
      .map((field) => ({ field, before: plain(before[field]), after: plain(after[field]) }))
      .filter((change) => change.before !== change.after);
    if (changes.length === 0) return;
    await settings.set(ctx, { [INTERFACE_ROW]: Object.keys(after).length > 0 ? after : null });
    ctx.audit({ action: 'update', resourceType: 'interface', resourceId: 'interface', resource: 'interface', changes });
  };
  return [
    ...form({
      ...ABOUT,
      path: PATH,
      read: { name: 'xpack.interface.get', answer: answerShape(STORED_LOOK), show: (ctx) => shown(storedChoice(settings), ctx.language) },
      write: {
        put: 'xpack.interface.put',
        answer: answerShape(STORED_LOOK),
        multipart: true,
        bodyLimit: MAX_IMAGE_BYTES * 2,
        async take(ctx, { request }) {
          const given = await readForm(request);
          const before = await lockChoice(ctx);
          const { after, dropped } = changed(before, given.texts);
          for (const slot of dropped) await dropImage(ctx, slot);
          for (const [slot, bytes] of given.files) after[slot] = await storeImage(ctx, slot, bytes);
          if (after.theme === OWN_THEME && !after.colors) after.colors = {};
          await store(ctx, before, after);
          return shown(after, ctx.language);
        },
      },
      describe: {
        name: 'xpack.interface.metadata',
        tell: (ctx) => ({
          name: text('Interface settings', '界面设置', '画面設定')[ctx.language],
          description: '',
          renders: ['application/json'],
          parses: ['multipart/form-data'],
          actions: { GET: metadata(ctx.language), PUT: metadata(ctx.language) },
        }),
      },
    }),
    route({
      ...ABOUT,
      method: 'PUT',
      path: `${PATH}restore/`,
      name: 'xpack.interface.restore',
      body: 'none',
      answer: answerShape(objectSchema({ success: TEXT_SCHEMA })),
      async handle(ctx) {
        const before = await lockChoice(ctx);
        for (const slot of IMAGE_SLOTS) await dropImage(ctx, slot);
        await store(ctx, before, {});
        return ok({ success: RESTORED[ctx.language] });
      },
    }),
    ownList({
      ...ABOUT,
      path: `${PATH}themes/`,
      name: 'xpack.interface.themes',
      answer: {
        title: text('Themes', '主题', 'テーマ'),
        fields: {
          name: shownAs(WORDS.name),
          label: shownAs(WORDS.label),
          colors: shownAs(text('Colours', '颜色', '色'), 'field', { answered: COLORS }),
        },
      },
      whole: true,
      items: () => Object.entries(THEMES),
      wire: ([name, { label, colors }], ctx) => ({ name, label: label[ctx.language], colors }),
    }),
  ];
}
