import { text } from '@postern/contract/text';
import { can, type Route } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { failingWays, type HealthDeps } from './delivery-health.ts';

/** Ways that do not work at present, for whoever may do something about one of them (docs/wire/messages.md#ways-that-fail). */
export const deliveryHealthRoutes = (deps: HealthDeps): readonly Route[] => [
  ownList({
    path: '/api/v1/notifications/failing-backends/',
    name: 'notifications.failingbackend.list',
    who: can('settings.change_systemmsgsubscription | settings.change_email | settings.change_auth | settings.change_sms'),
    rows: { none: 'the ways of this installation that fail' },
    rootOrg: true,
    answer: {
      title: text('Ways that fail', '异常的发送方式', '送信できない方法'),
      fields: {
        name: shown(WORDS.name),
        name_display: shown(WORDS.label),
        since: shown(text('Since', '开始时间', '開始日時'), 'datetime'),
        last: shown(text('Last failure', '最近失败', '最後の失敗'), 'datetime'),
        failures: shown(text('Failures in a row', '连续失败次数', '連続した失敗'), 'integer'),
        error: shown(text('Reason', '原因', '理由')),
      },
    },
    whole: true,
    items: (ctx) => failingWays(ctx, deps),
  }),
];
