import { text as t } from '@postern/contract/text';
import { can, objectSchema, type Route, TEXT_SCHEMA } from '@postern/resource';
import { detail } from '../../../platform/routes/detail.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
import { answerShape, shown } from '../../../platform/shown.ts';
import { evidenceKey } from './bundle.ts';
import { publicHalf } from './manifest.ts';

/** The public key that signs bundles, told where a bundle does not come from (docs/evidence.md#bundles). */
export const evidenceKeyRoute = (settings: SettingsStore): Route =>
  detail({
    path: '/api/v1/terminal/evidence-key/',
    name: 'terminal.session.evidenceKey',
    who: can('terminal.download_sessionreplay'),
    rows: { none: 'the public half of the key of this installation' },
    // The first who asks makes it.
    transaction: true,
    answer: answerShape(objectSchema({ algorithm: TEXT_SCHEMA, public: TEXT_SCHEMA, fingerprint: TEXT_SCHEMA })),
    drawn: {
      title: t('Key of evidence', '证据密钥', '証拠の鍵'),
      fields: {
        algorithm: shown(t('Algorithm', '算法', 'アルゴリズム'), 'string'),
        public: shown(t('Public key', '公钥', '公開鍵'), 'string'),
        fingerprint: shown(t('Fingerprint', '指纹', 'フィンガープリント'), 'string'),
      },
    },
    show: async (ctx) => publicHalf(await evidenceKey(ctx, settings)),
  });
