import { text } from '@postern/contract/text';
import { boolean, type Shape } from '@postern/resource';
import { NO_VALUE, shown, WORDS } from '../../platform/shown.ts';

/** Metadata of what tasks say, and of when they run. */

export const logShape: Shape = {
  one: true,
  title: text('Log', '日志', 'ログ'),
  fields: {
    data: shown(text('Text', '文本', 'テキスト')),
    mark: shown(text('Read up to', '读取位置', '読み取り位置'), 'string', { sometimes: true }),
    end: shown(text('Finished', '已结束', '終了'), 'boolean', { sometimes: true }),
  },
};

export const resultShape: Shape = {
  one: true,
  title: WORDS.result,
  fields: { id: shown(WORDS.id), result: shown(WORDS.result, 'field', { answered: NO_VALUE }), state: shown(WORDS.state) },
};

export const periodShape: Shape = {
  title: text('Periodic tasks', '定时任务', '定期タスク'),
  fields: {
    name: shown(WORDS.name),
    task: shown(text('Task', '任务', 'タスク')),
    description: shown(WORDS.description),
    total_run_count: shown(text('Runs', '运行次数', '実行回数'), 'integer'),
    enabled: boolean({ label: text('Enabled', '启用', '有効') }),
    last_run_at: shown(text('Last run', '上次运行', '前回の実行'), 'datetime', { nullable: true }),
  },
};
