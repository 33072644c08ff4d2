import type { SettingDefinition } from '@postern/contract/setting-definition';
import { SETTINGS, type SettingKey } from '@postern/contract/settings';
import { FLAG_SCHEMA, INTEGER_SCHEMA, listSchema, objectSchema, type Schema, TEXT_SCHEMA } from '@postern/resource';

/** What an announcement may say; without one there is nothing of it. */
const ANNOUNCEMENT: Schema = {
  type: 'object',
  properties: { ID: TEXT_SCHEMA, SUBJECT: TEXT_SCHEMA, CONTENT: TEXT_SCHEMA, LINK: TEXT_SCHEMA },
};

/** What a setting holds, for answers that show it. */
export function settingSchema(key: SettingKey): Schema {
  const { rule }: SettingDefinition = SETTINGS[key];
  switch (rule.kind) {
    case 'text':
      return TEXT_SCHEMA;
    case 'boolean':
      return FLAG_SCHEMA;
    case 'integer':
      return INTEGER_SCHEMA;
    case 'choice':
      return { enum: rule.values };
    case 'textList':
      return listSchema(TEXT_SCHEMA);
    case 'phone':
      return { oneOf: [objectSchema({ code: TEXT_SCHEMA, phone: TEXT_SCHEMA }), TEXT_SCHEMA, { type: 'null' }] };
    case 'textMap':
      return { type: 'object', additionalProperties: TEXT_SCHEMA };
    case 'object':
      return key === 'ANNOUNCEMENT' ? ANNOUNCEMENT : { type: 'object' };
  }
}
