import { type Language, render, type Text, text } from '@postern/contract/text';
import type { DirectoryConfig } from './config.ts';
import { serverName } from './config.ts';
import { directoryError, openSession } from './connection.ts';
import { DirectoryError, reasonText } from './errors.ts';
import { peopleBelow } from './search.ts';

const STEPS = {
  connect: text('Connected to {detail}', '已连接 {detail}', '{detail} に接続しました'),
  encrypt: text('Encrypted, and the certificate is trusted', '已加密，证书可信', '暗号化済み、証明書を信頼できます'),
  plain: text('Not encrypted: passwords are sent in the clear', '未加密：密码将明文传输', '暗号化なし：パスワードは平文で送られます'),
  bind: text('Logged in as {detail}', '已登录 {detail}', '{detail} としてログインしました'),
  found: text('{count} people below {detail}', '{detail} 下有 {count} 个用户', '{detail} の下に {count} 人'),
  total: text('{count} people were found', '共找到 {count} 个用户', '{count} 人見つかりました'),
} as const satisfies Record<string, Text>;
const PROBLEMS = {
  attributes: text(
    'The attributes name no username, name or email.',
    '属性映射缺少 username、name 或 email。',
    '属性の対応に username、name、email のいずれかがありません。',
  ),
  nobody: text('Nobody was found below {detail}.', '{detail} 下未找到用户。', '{detail} の下に誰も見つかりません。'),
  off: text('Logging in by the directory is switched off.', 'LDAP 登录未启用。', 'ディレクトリでのログインは無効です。'),
} as const satisfies Record<string, Text>;

/** What a test found, a line for each step. */
export interface Tested {
  ok: boolean;
  message: string;
}

/** People a test counts below one entry: that there are some is what it is about. */
const MAX_COUNTED = 100_000;

/** Tries one server after the other step by step; the first that does not go on ends it. */
export async function testDirectory(
  config: DirectoryConfig,
  { allow, language, enabled }: { allow: readonly string[]; language: Language; enabled: boolean },
): Promise<Tested> {
  const lines: string[] = [];
  const say = (words: Text, params: object = {}): void => void lines.push(`✓ ${render(words, language, { ...params })}`);
  const bad = (words: string): Tested => ({ ok: false, message: [...lines, `✗ ${words}`].join('\n') });
  let total = 0;
  try {
    if (config.servers.length === 0) throw new DirectoryError('no_server');
    for (const server of config.servers) {
      const name = serverName(server);
      const session = await openSession(config, server, allow, (step, detail) => {
        if (step === 'connect') say(STEPS.connect, { detail: `${name} (${detail})` });
        else say(STEPS[step], { detail });
        if (step === 'connect' && !server.tls && !config.startTls) say(STEPS.plain);
      });
      try {
        const mapped = ['username', 'name', 'email'].every((one) => config.attributes[one]);
        if (!mapped) return bad(render(PROBLEMS.attributes, language));
        if (config.bases.length === 0) throw new DirectoryError('no_base');
        total = 0;
        for (const base of config.bases) {
          let count = 0;
          for await (const page of peopleBelow(session.client, config, base)) {
            count += page.length;
            if (count >= MAX_COUNTED) break;
          }
          if (count === 0) return bad(render(PROBLEMS.nobody, language, { detail: base }));
          say(STEPS.found, { count, detail: base });
          total += count;
        }
      } finally {
        session.close();
      }
    }
  } catch (error) {
    return bad(reasonText(directoryError(error), language));
  }
  if (!enabled) return bad(render(PROBLEMS.off, language));
  say(STEPS.total, { count: total });
  return { ok: true, message: lines.join('\n') };
}
