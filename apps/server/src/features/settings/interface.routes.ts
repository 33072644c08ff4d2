import { InvalidInput } from '@postern/contract/errors';
import type { FieldInfo } from '@postern/contract/metadata';
import { type Language, text } from '@postern/contract/text';
import { can, objectSchema, ok, type Request, type Route, route, TEXT_SCHEMA } from '@postern/resource';
import { form } from '../../platform/routes/form.ts';
import { ownList } from '../../platform/routes/list.ts';
import { bytesOf, partsOf } from '../../platform/routes/upload.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, shown as shownAs, WORDS } from '../../platform/shown.ts';
import { dropImage, MAX_IMAGE_BYTES, storeImage } from './images.ts';
import {
  COLORS,
  DEFAULT_THEME,
  IMAGE_SLOTS,
  type ImageSlot,
  type InterfaceChoice,
  OWN_THEME,
  STORED_LOOK,
  shownInterface,
  storedChoice,
  THEMES,
} from './interface.ts';
import { lockChoice, MAX_TITLE, readTexts, storeChoice } from './interface-choice.ts';
import { INTERFACE_WORDS } from './setting-words.ts';

/** `xpack/interface/setting/` (docs/wire/settings.md#look). That it needs a licence stands in `packages/contract/src/licence.ts`. */

const PATH = '/api/v1/xpack/interface/setting/';
const ABOUT = { who: can('settings.change_interface'), rows: { none: 'the look of the product' } } as const;
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
          const { after, dropped } = readTexts(before, given.texts);
          for (const slot of dropped) await dropImage(ctx, slot);
          for (const [slot, bytes] of given.files) after[slot] = await storeImage(ctx, slot, bytes);
          if (after.theme === OWN_THEME && !after.colors) after.colors = {};
          await storeChoice(ctx, settings, before, after);
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
        await storeChoice(ctx, settings, before, {});
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
