import { randomUUID } from 'node:crypto';
import { type Language, render, type Text, text } from '@postern/contract/text';
import { SecretStoreError } from '../../platform/secrets/external-secrets.ts';
import type { VaultStore } from './stores/vault-store.ts';

const STEPS = {
  connect: text('Connect', '连接', '接続'),
  logIn: text('Log in', '身份验证', '認証'),
  write: text('Write a test entry', '写入测试条目', 'テスト項目の書き込み'),
  read: text('Read it back', '回读', '読み戻し'),
  remove: text('Remove it', '删除', '削除'),
} as const satisfies Record<string, Text>;
const OTHER = text('Another text came back than was written', '回读内容与写入不一致', '読み戻した内容が異なります');
export const NOT_SET_UP = text('Address or credentials are missing.', '缺少地址或凭据。', 'アドレスまたは認証情報がありません。');
const WHY = {
  away: text('No answer: {detail}', '无响应：{detail}', '応答なし：{detail}'),
  refused: text('Refused: {detail}', '被拒绝：{detail}', '拒否されました：{detail}'),
  missing: text('Not found: {detail}', '未找到：{detail}', '見つかりません：{detail}'),
} as const satisfies Record<SecretStoreError['why'], Text>;

export interface Tested {
  ok: boolean;
  /** Those that were tried; the first that fails is the last. */
  steps: { step: string; ok: boolean; detail: string }[];
}

/** Tries a store step by step: whether it is there, lets us in, and keeps what it is given. Nothing of it stays. */
export async function testStore(store: VaultStore | undefined, language: Language): Promise<Tested> {
  const steps: Tested['steps'] = [];
  const note = (name: keyof typeof STEPS, ok: boolean, detail = ''): void => void steps.push({ step: STEPS[name][language], ok, detail });
  if (!store) {
    note('connect', false, NOT_SET_UP[language]);
    return { ok: false, steps };
  }
  const id = randomUUID();
  const probe = randomUUID();
  const work: readonly (readonly [keyof typeof STEPS, () => Promise<void>])[] = [
    ['connect', () => store.connect()],
    ['logIn', () => store.logIn()],
    ['write', () => store.put(id, probe)],
    [
      'read',
      async () => {
        if ((await store.get(id)) !== probe) throw new SecretStoreError('refused', OTHER[language]);
      },
    ],
    ['remove', () => store.remove(id)],
  ];
  for (const [name, step] of work) {
    try {
      await step();
      note(name, true, name === 'connect' ? store.name : '');
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      note(name, false, render(WHY[error.why], language, { detail: error.detail }));
      return { ok: false, steps };
    }
  }
  return { ok: true, steps };
}
