import { expect, test } from 'vitest';
import { readGlossary, wrongNames, wrongWords } from './glossary.mjs';

const { nouns, names } = readGlossary(`
| English | 中文 | 日本語 | Table | Route | Not |
|---|---|---|---|---|---|
| account | 账号 | アカウント | \`accounts\` | \`accounts/accounts/\` | zh: 帐号 |
| account (of a person, here) | 账户 | アカウント | | | |
| organisation | 组织 | 組織 | | | en: organization*, zh: 部门 |
| user | 用户 | ユーザー | | | ja: ユーザ |

| Not | But | In |
|---|---|---|
| near miss | partial match | \`apps\` |
| held | pending | \`apps/gateway/src\` |
`);
const faults = (...texts) => wrongWords([{ place: 'here', texts }], nouns).length;

test.each([
  ['Accounts', '账号', 'アカウント'],
  ['Account', '账户信息', 'アカウント情報'],
  ['The user is gone', '用户不存在', 'ユーザーはいません'],
  ['Department', '公司', '部署'],
  ['Labels are name:value, e.g. a,b', '标签写成“名称:值”，例如 a,b', 'ラベル'],
])('%s, %s, %s keeps to the glossary', (...texts) => {
  expect(faults(...texts)).toBe(0);
});

test.each([
  ['Account', '账目', 'アカウント'],
  ['Account', '账号', '口座'],
  ['New accounts', '新帐号', '新しいアカウント'],
  ['Your Organizations', '你的组织', 'あなたの組織'],
  ['The user is gone', '用户不存在', 'ユーザはいません'],
  ['Gone, ask again', '已不存在,请重试', 'ありません'],
])('%s, %s, %s does not', (...texts) => {
  expect(faults(...texts)).toBe(1);
});

test.each([
  ['apps/server/src/near-miss.ts', '', 1],
  ['apps/server/src/x.ts', 'const nearMiss = 1;', 1],
  ['apps/gateway/src/x.ts', 'let held = 0;', 1],
  ['apps/gateway/src/x.ts', '// held back\nlet withheld = "held";', 0],
  ['apps/gateway/src/x.ts', 'find(/held back/); say(`held back`);', 0],
  ['apps/gateway/src/x.ts', 'say(`is back: $' + '{held}`);', 1],
  ['apps/server/src/x.ts', 'let held = 0;', 0],
])('names in %s: %s', (file, content, count) => {
  expect(wrongNames(file, content, names)).toHaveLength(count);
});
