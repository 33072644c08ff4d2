import { expect, test } from 'vitest';
import { wrongForms } from './word-rules.mjs';

const faults = (en, zh, ja, place = 'here') => wrongForms([{ place, texts: [en, zh, ja] }]);

test.each([
  ['Failed', '失败', '失敗'],
  ['{{count}} failed', '{{count}} 个失败', '失敗 {{count}} 件'],
  [
    'The import failed. Correct the rows and continue.',
    '导入失败，请修改后继续。',
    'インポートに失敗しました。行を修正して続けてください。',
  ],
  ['Take it from Git on Windows', '在 Windows 上从 Git 获取', 'Windows で Git から取得'],
  ['Press “Create Anew”', '点击“创建”', '「新規作成」を押します'],
  ['Put it into ~/.ssh/authorized_keys', '请加入 ~/.ssh/authorized_keys', '~/.ssh/authorized_keys に追加します'],
  ['One per line, as “name: value”', '每行一个，格式为“名称: 值”', '1行に1つ、「名前: 値」の形式'],
  ['It could not be opened. Try again.', '无法打开，请重试。', '開けませんでした。やり直してください。'],
])('%s, %s, %s is written well', (...texts) => {
  expect(faults(...texts)).toEqual([]);
});

test.each([
  ['The import failed.', '导入出错，请重试。', 'やり直してください。', 'en has an end on that it failed'],
  ['Import the rows again.', '导入失败。', 'やり直してください。', 'zh has an end on that it failed'],
  ['Import the rows again.', '请重新导入。', 'インポートに失敗しました。', 'ja has an end on that it failed'],
  ['Fill in org_id', '请填写组织', '組織を入力します', 'en has a word from the wire: org_id'],
  ['The value is null', '值为空', '値が空です', 'en has a word from the wire: null'],
  ['Saved!', '已保存', '保存しました', 'en has an exclamation'],
  ['Saved', '已保存', '保存しました！', 'ja has an exclamation'],
  ['Add a New asset', '添加资产', 'アセットを追加', 'en has a capital letter inside a sentence: New'],
  ['Password: ', '密码: ', 'パスワード：', 'zh has a half-width mark'],
  ['Password: ', '密码：', 'パスワード: ', 'ja has a half-width mark'],
  ['It is not there. Try again.', '不存在，请重试。', '対象が見つからなかった。作成した。やり直してください。', 'ja has a plain ending'],
])('%s, %s, %s is not', (en, zh, ja, fault) => {
  expect(faults(en, zh, ja)).toEqual([expect.stringContaining(fault)]);
});

const SCREEN = 'apps/console/src/locale here';

test.each([
  ['The link could not be withdrawn.', '无法撤回，请重试。', 'やり直してください。', 'en has an end on what did not work'],
  ['Try again.', '服务器处理请求时出错。', 'やり直してください。', 'zh has an end on what did not work'],
  ['Try again.', '请重试。', 'サーバーでエラーが発生しました。', 'ja has an end on what did not work'],
])('%s, %s, %s leaves people alone on a screen, and is enough beside what a screen adds', (en, zh, ja, fault) => {
  expect(faults(en, zh, ja, SCREEN)).toEqual([expect.stringContaining(fault)]);
  expect(faults(en, zh, ja)).toEqual([]);
});

test('a title has its reason and its button below, and no full stop', () => {
  expect(faults('This list could not be loaded', '列表加载失败', '一覧を読み込めませんでした', SCREEN)).toEqual([]);
});
