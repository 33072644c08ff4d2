import { InvalidInput } from '@postern/contract/errors';
import { definitionOf } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import { can, listSchema, objectSchema, type Route, reader, TEXT_SCHEMA } from '@postern/resource';
import { form } from '../../platform/routes/form.ts';
import { question } from '../../platform/routes/question.ts';
import { settingSchema } from '../../platform/settings/setting-schema.ts';
import { answerShape, orNull } from '../../platform/shown.ts';
import { type EffectDeps, effectsOf } from './effects.ts';
import { infoOf } from './setting-info.ts';
import { ACCESS, ANY, categoryField, KEYS, PLACE_QUERY, placeOf, titleOf, valuesOf } from './setting-places.ts';
import { readBody, type SettingDeps, savingTo } from './setting-saves.ts';

/** `settings/setting/?category=`: the settings that something in this version obeys, and read-only those that clients draw besides (decision 0074). */

const PATH = '/api/v1/settings/setting/';

/** Those of one category, or all of them; secrets never. */
const SHOWN = answerShape({
  type: 'object',
  properties: Object.fromEntries(KEYS.flatMap((key) => (definitionOf(key).secret ? [] : [[key, settingSchema(key)]]))),
});

const EFFECTS = answerShape(
  objectSchema({ effects: listSchema(objectSchema({ key: TEXT_SCHEMA, level: { enum: ['info', 'warning'] }, message: TEXT_SCHEMA })) }),
);

/** Settings are read by their own definitions (`readSetting`), which differ by category and are no fields of the kernel. */
const GIVEN = reader(
  {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        KEYS.map((key) => [
          key,
          definitionOf(key).secret ? { ...orNull(settingSchema(key)), writeOnly: true as const } : settingSchema(key),
        ]),
      ),
    },
  },
  (body): Readonly<Record<string, unknown>> => {
    if (!isRecord(body)) throw InvalidInput.on('non_field_errors', 'not_an_object');
    return body;
  },
);

export function settingRoutes(deps: SettingDeps & EffectDeps): readonly Route[] {
  const { settings } = deps;
  const save = savingTo(deps);

  /** What the settings of a form would do to people, and to what is kept, now; nothing is stored. */
  const effects = question({
    path: '/api/v1/settings/effects/',
    name: 'settings.setting.effects',
    who: can([ACCESS.security, ACCESS.clean, ACCESS.auth, ACCESS.email, ACCESS.sms].join(' | ')),
    query: { category: categoryField('security') },
    errors: ['object_does_not_exist', 'permission_denied'],
    rows: { none: 'settings of the installation, and how many people they are about' },
    body: GIVEN,
    answer: EFFECTS,
    async tell(ctx, { body, query }) {
      const { keys } = placeOf(ctx, settings, { category: query.category, provider: '' });
      return { effects: await effectsOf(ctx, readBody(ctx, keys, body, false), settings, deps) };
    },
  });

  // One address for all categories.
  const category = form({
    path: PATH,
    who: can(ANY),
    rows: { none: 'settings of the installation' },
    query: PLACE_QUERY,
    errors: ['object_does_not_exist', 'permission_denied'],
    read: { name: 'settings.setting.get', answer: SHOWN, show: (ctx, { query }) => valuesOf(placeOf(ctx, settings, query)) },
    write: {
      put: 'settings.setting.put',
      patch: 'settings.setting.patch',
      answer: SHOWN,
      errors: ['licence_required'],
      body: GIVEN,
      async take(ctx, { query, body, whole }) {
        const place = placeOf(ctx, settings, query);
        // Everybody reads the new values once this transaction has committed; the answer says them already.
        const values = readBody(ctx, place.keys, body, whole);
        await save(ctx, place, values);
        return valuesOf(place, values);
      },
    },
    describe: {
      name: 'settings.setting.metadata',
      tell(ctx, { query }) {
        const place = placeOf(ctx, settings, query);
        const written = Object.fromEntries(place.keys.map((key) => [key, infoOf(key, ctx.language)]));
        const read = Object.fromEntries(Object.entries(written).filter(([, info]) => !info.write_only));
        return {
          name: titleOf(place)[ctx.language],
          description: '',
          renders: ['application/json'],
          parses: ['application/json'],
          actions: { GET: read, PUT: written, PATCH: written },
        };
      },
    },
  });
  return [...category, effects];
}
