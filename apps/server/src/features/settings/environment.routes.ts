import { can, FLAG_SCHEMA, listSchema, objectSchema, type Route, TEXT_SCHEMA } from '@postern/resource';
import type { FixedSetting } from '../../platform/config/settings.ts';
import { detail } from '../../platform/routes/detail.ts';
import { answerShape, orNull } from '../../platform/shown.ts';

/** What was settled before the server started, and cannot be changed in the console (docs/wire/settings.md#environment). */
export const environmentRoutes = (fixed: readonly FixedSetting[]): readonly Route[] => [
  detail({
    path: '/api/v1/settings/environment/',
    name: 'settings.environment',
    who: can('settings.view_setting'),
    rows: { none: 'what the server was started with' },
    answer: answerShape(
      objectSchema({
        settings: listSchema(objectSchema({ name: TEXT_SCHEMA, value: orNull(TEXT_SCHEMA), secret: FLAG_SCHEMA, source: TEXT_SCHEMA })),
      }),
    ),
    show: () => ({ settings: fixed }),
  }),
];
