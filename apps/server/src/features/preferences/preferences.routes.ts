import {
  BELLS,
  FONT_SIZES,
  fontName,
  LANGUAGE_NAMES,
  LINE_HEIGHTS,
  MAX_FONT_NAME,
  PAGE_SIZES,
  type Preferences,
  THEME_CHOICES,
} from '@postern/contract/preferences';
import { PALETTES } from '@postern/contract/terminal-palettes';
import { LANGUAGES, type Text, text as t } from '@postern/contract/text';
import { boolean, choice, type Field, integer, number, Problem, type Route, type Shape, text } from '@postern/resource';
import { form } from '../../platform/routes/form.ts';
import { keepPreferences, preferencesOf } from './preferences.ts';

/** Null: what was chosen is given up. */
const nullable = { nullable: true } as const;
const same = (name: string | number): Text => t(String(name), String(name), String(name));
/** Left out, it stays: a switch that nobody moved is not off. */
const flag = (label: Text): Field => boolean({ label, ...nullable, default: undefined });

function font(): Field {
  const { kind, options } = text({ label: t('Font', '字体', 'フォント'), max: MAX_FONT_NAME, blank: true, ...nullable });
  const parse = (given: unknown): string => {
    // It becomes part of a style.
    if (typeof given !== 'string' || (given !== '' && fontName(given) === '')) throw new Problem('invalid_font');
    return fontName(given);
  };
  return { options, kind: { ...kind, parse } };
}

const fields = {
  language: choice({
    label: t('Language', '语言', '言語'),
    ...nullable,
    choices: LANGUAGES.map((value) => ({ value, label: same(LANGUAGE_NAMES[value]) })),
  }),
  theme: choice({
    label: t('Theme', '主题', 'テーマ'),
    ...nullable,
    choices: THEME_CHOICES.map((value) => ({ value, label: same(value) })),
  }),
  page_size: choice({
    label: t('Rows on a page', '每页行数', '1 ページの行数'),
    ...nullable,
    choices: PAGE_SIZES.map((value) => ({ value, label: same(value) })),
  }),
  palette: choice({
    label: t('Colours of the terminal', '终端配色', '端末の配色'),
    ...nullable,
    choices: PALETTES.map(({ id, label }) => ({ value: id, label })),
  }),
  font_family: font(),
  font_size: integer({ label: t('Font size', '字号', '文字の大きさ'), ...FONT_SIZES, ...nullable }),
  line_height: number({ label: t('Line height', '行高', '行の高さ'), ...LINE_HEIGHTS, ...nullable }),
  bell: choice({
    label: t('Bell', '响铃', 'ベル'),
    ...nullable,
    choices: BELLS.map((value) => ({ value, label: same(value) })),
  }),
  copy_on_select: flag(t('Copy what is selected', '选中即复制', '選択した文字をコピー')),
  quick_paste: flag(t('Paste by right click', '右键粘贴', '右クリックで貼り付け')),
  backspace_as_ctrl_h: flag(t('Backspace sends Ctrl+H', '退格键发送 Ctrl+H', 'Backspace で Ctrl+H を送る')),
  screen_reader: flag(t('Reader mode', '读屏模式', '読み上げモード')),
  lazy_tree: flag(t('Load the tree step by step', '逐级加载资产树', 'ツリーを段階的に読み込む')),
} satisfies Record<keyof Preferences, Field>;

export const preferencesShape = { title: t('Preferences', '偏好设置', '環境設定'), fields } satisfies Shape;

/** What the acting person has chosen for themselves; nobody else's is ever told (docs/wire/users.md#preferences). */
export const preferencesRoutes: readonly Route[] = form({
  path: '/api/v1/users/preferences/',
  who: { allow: 'user' },
  rows: { own: 'what they have chosen for themselves' },
  read: { name: 'users.preferences.retrieve', answer: preferencesShape, show: (ctx) => preferencesOf(ctx, ctx.actor.id) },
  write: {
    patch: 'users.preferences.patch',
    body: fields,
    answer: preferencesShape,
    take: (ctx, { body }) =>
      keepPreferences(
        ctx,
        Object.fromEntries(Object.entries(body as Partial<Preferences>).filter(([, value]) => value !== undefined)) as Partial<Preferences>,
      ),
  },
});
