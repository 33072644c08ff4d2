import { render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { MessageWords } from '../notifications/index.ts';
import { ADDED } from './storage-types.ts';
import { described, storages } from './stored.ts';
import { openStore, type StoreTools } from './stores/open-store.ts';
import { testStore } from './tested.ts';

const SUBJECT = text('Storages that cannot be used', '存储不可用', '使えない保存先');
const MESSAGE = text(
  '<p>The daily test of storages failed: {failed}</p>',
  '<p>存储每日检测未通过：{failed}</p>',
  '<p>保存先の毎日のテストに失敗しました：{failed}</p>',
);

export interface CheckDeps {
  system: SystemAccess;
  tools: StoreTools;
  tellSubscribers(ctx: Context, notice: MessageWords): Promise<void>;
}

/** Tests all storages of recordings once a day. What is wrong is one message to whoever is subscribed to it. */
export const checkJob = ({ system, tools, tellSubscribers }: CheckDeps): Job => ({
  name: 'storages-check',
  schedule: '0 0 * * *',
  transaction: false,
  task: { label: text('Test the storages', '检测存储', '保存先のテスト') },
  async run(ctx, _data, run) {
    const rows = await storages(ctx, 'replay_storages').where('type', 'in', Object.keys(ADDED)).orderBy('name').execute();
    const failed: string[] = [];
    for (const row of rows) {
      const problem = await testStore(openStore(described(ctx, row), tools));
      if (problem) failed.push(`${row.name} (${problem.detail})`);
      run.write(`${row.name}: ${problem ? `${render(problem.step, ctx.language)}: ${problem.detail}` : 'ok'}`);
    }
    if (failed.length === 0) return;
    const params = { failed: failed.join(', ') };
    await system.asSystem('tests storages', (inner) => tellSubscribers(inner, { subject: SUBJECT, message: MESSAGE, params }));
  },
});
