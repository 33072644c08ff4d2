import { randomUUID } from 'node:crypto';
import { type Language, render, type Text, text } from '@postern/contract/text';
import { SecretStoreError } from '../../platform/secrets/external-secrets.ts';
import type { VaultStore } from './stores/vault-store.ts';

const STEPS = {
  connect: text('{name} answers', '{name} 有响应', '{name} が応答しました'),
  logIn: text('It knows us', '身份验证通过', '認証されました'),
  write: text('A test entry was written', '测试条目已写入', 'テスト項目を書き込みました'),
  read: text('It was read back unchanged', '回读内容一致', '読み戻した内容は同じでした'),
  remove: text('It was removed', '测试条目已删除', 'テスト項目を削除しました'),
} as const satisfies Record<string, Text>;
const OTHER = text('Another text came back than was written', '回读内容与写入不一致', '読み戻した内容が異なります');
const NOT_SET_UP = text('Address or credentials are missing.', '缺少地址或凭据。', 'アドレスまたは認証情報がありません。');
const WHY = {
  away: text('No answer: {detail}', '无响应：{detail}', '応答なし：{detail}'),
  refused: text('Refused: {detail}', '被拒绝：{detail}', '拒否されました：{detail}'),
  missing: text('Not found: {detail}', '未找到：{detail}', '見つかりません：{detail}'),
} as const satisfies Record<SecretStoreError['why'], Text>;

export interface Tested {
  ok: boolean;
  /** A line for each step. */
  message: string;
}

/** Tries a store step by step: whether it is there, lets us in, and keeps what it is given. Nothing of it stays. */
export async function testStore(store: VaultStore | undefined, language: Language): Promise<Tested> {
  if (!store) return { ok: false, message: `✗ ${NOT_SET_UP[language]}` };
  const id = randomUUID();
  const probe = randomUUID();
  const lines: string[] = [];
  const steps: Readonly<Record<keyof typeof STEPS, () => Promise<void>>> = {
    connect: () => store.connect(),
    logIn: () => store.logIn(),
    write: () => store.put(id, probe),
    async read() {
      if ((await store.get(id)) !== probe) throw new SecretStoreError('refused', OTHER[language]);
    },
    remove: () => store.remove(id),
  };
  try {
    for (const [name, step] of Object.entries(steps) as [keyof typeof STEPS, () => Promise<void>][]) {
      await step();
      lines.push(`✓ ${render(STEPS[name], language, { name: store.name })}`);
    }
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    return { ok: false, message: [...lines, `✗ ${render(WHY[error.why], language, { detail: error.detail })}`].join('\n') };
  }
  return { ok: true, message: lines.join('\n') };
}
