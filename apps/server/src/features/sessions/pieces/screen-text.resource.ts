import { text as t } from '@postern/contract/text';
import { type Behaviour, datetime, defineResource, integer, reference, rowsOf, text } from '@postern/resource';

/**
 * What was on the screen in a recording, some seconds in each row, so that it is found by its words (docs/evidence.md#searching). It repeats the
 * recording and goes with its session; whoever may watch recordings may search them, and nobody else.
 */
export const screenText = defineResource({
  name: 'screentext',
  app: 'terminal',
  path: 'screen-texts',
  table: 'screen_texts',
  label: t('Text on the screen', '屏幕文字', '画面の文字'),
  labelPlural: t('Texts on the screen', '屏幕文字', '画面の文字'),
  scope: 'org',
  permissionModel: 'sessionreplay',
  // Written by the job that prepares a recording; it says nothing that the recording does not.
  audited: false,
  authored: false,
  bulk: false,
  verbs: ['list'],
  order: '-moment',
  orderable: ['moment'],
  dateField: 'moment',
  title: 'text',
  fields: {
    session: reference('session', {
      label: t('Session', '会话', 'セッション'),
      required: true,
      show: ['id', 'user', 'asset', 'account', 'date_start'],
      filter: true,
      onDelete: 'cascade',
      order: false,
    }),
    at: integer({ label: t('Second', '秒', '秒'), required: true, order: false }),
    moment: datetime({ label: t('Time', '时间', '日時'), required: true }),
    text: text({ label: t('Text', '文字', '文字'), multiline: true, max: 4096, required: true, search: true, order: false }),
  },
});

export const screenTextBehaviour: Behaviour = { rows: rowsOf(screenText) };
