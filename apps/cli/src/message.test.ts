import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { message, speak, takeLanguage } from './message.ts';
import { CliProblem, EXIT } from './problem.ts';
import { noteWords, problemWords } from './words.ts';

/** In which language the commands speak. */

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Runs a command with nobody logged in. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env: { XDG_CONFIG_HOME: '/nonexistent', ...env } }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });

test.each([
  [{}, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
  [{ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'ja_JP.UTF-8' }, 'ja'],
  [{ LANG: 'ja_JP.UTF-8', LC_ALL: 'zh_TW.UTF-8' }, 'zh'],
  [{ LANG: 'ja_JP.UTF-8', LC_ALL: '' }, 'ja'],
] as const)('%j speaks %s', (env, language) => {
  expect(takeLanguage(['list'], env)).toEqual({ argv: ['list'], language });
});

test('an option says it otherwise, wherever it stands, and is for no command behind a --', () => {
  const env = { LANG: 'ja_JP.UTF-8' };
  expect(takeLanguage(['list', '--language', 'zh', 'web'], env)).toEqual({ argv: ['list', 'web'], language: 'zh' });
  expect(takeLanguage(['--language=en', 'list'], env)).toEqual({ argv: ['list'], language: 'en' });
  const behind = ['ssh', 'web', '--', 'grep', '--language', 'zh'];
  expect(takeLanguage(behind, env)).toEqual({ argv: behind, language: 'ja' });
  expect(takeLanguage(['list', '--language', 'de'], env).language).toBeUndefined();
  expect(takeLanguage(['list', '--language'], env).language).toBeUndefined();
});

test('help, what goes wrong and what is not understood are said in it', async () => {
  const [help, problem, arguments_, other] = await Promise.all([
    run(['list', '--help', '--language', 'ja']),
    run(['whoami'], { LANG: 'zh_CN.UTF-8' }),
    run(['token', 'create', '--language', 'zh', '--nonsense']),
    run(['whoami', '--language', 'xx'], { LC_ALL: 'ja_JP.UTF-8' }),
  ]);
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('接続できるアセットを一覧表示します。')]);
  expect(problem).toEqual({ code: EXIT.denied, stdout: '', stderr: '尚未登录：postern login --server https://…\n' });
  expect([arguments_.code, arguments_.stderr]).toEqual([EXIT.usage, expect.stringMatching(/^参数有误：/)]);
  expect(other).toEqual({ code: EXIT.usage, stdout: '', stderr: '--language には en、zh、ja を指定します。\n' });
});

test('words are filled in in any language; what others wrote stays as it is', () => {
  const what = message(noteWords.some, { shown: 2, count: 9 });
  expect([speak(what, 'en'), speak(what, 'zh')]).toEqual(['2 of 9; more with --limit.', '共 9 条，已显示 2 条；用 --limit 显示更多。']);
  expect(speak('username: taken', 'ja')).toBe('username: taken');
  expect(new CliProblem(message(problemWords.none, { named: 'x' })).message).toBe('There is no x.');
});
