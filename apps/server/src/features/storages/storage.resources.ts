import { type Text, text as t } from '@postern/contract/text';
import {
  boolean,
  type ChoiceOption,
  can,
  comment,
  defineResource,
  type Field,
  labelled,
  Problem,
  type ResourceDefinition,
  secret,
  uniqueName,
} from '@postern/resource';
import { connectionTest } from '../../platform/connection-test.ts';
import { membersBy } from '../../platform/fields.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { COMMAND_TYPES, metaInfo, REPLAY_TYPES, UNSUPPORTED } from './storage-types.ts';

/** The type of a storage. Those that every installation has are there already, those that nothing here reads are refused by name. */
function typeOf(choices: readonly ChoiceOption[]): Field {
  const plain = labelled({
    label: t('Type', '类型', '種類'),
    required: true,
    createOnly: true,
    filter: true,
    search: true,
    noIndex: 'a handful of rows',
    choices,
  });
  return {
    ...plain,
    kind: {
      ...plain.kind,
      parse(given, field, ctx) {
        const value = String(typeof given === 'object' && given !== null && 'value' in given ? given.value : given).slice(0, 64);
        if (UNSUPPORTED.has(value)) throw new Problem('storage_unsupported', { value });
        if (value === 'null' || value === 'server') throw new Problem('invalid_choice', { value });
        return plain.kind.parse(given, field, ctx);
      },
    },
  };
}

/** Encrypted parts of `meta`, together. Written by the behaviour only, on no wire. */
function encrypted(): Field {
  const field = secret({ label: t('Secret', '密文', 'シークレット'), max: 65_536 });
  return { ...field, options: { ...field.options, readOnly: true } };
}

interface Words {
  label: Text;
  labelPlural: Text;
}

function storage(name: string, path: string, table: string, words: Words, choices: readonly ChoiceOption[]): ResourceDefinition {
  return defineResource({
    name,
    app: 'terminal',
    path,
    table,
    ...words,
    scope: 'system',
    bulk: false,
    base: ['created_by', 'date_created', 'date_updated'],
    order: 'name',
    mini: ['id', 'name'],
    fields: {
      name: uniqueName('global'),
      type: typeOf(choices),
      meta: membersBy({ label: t('Connection', '连接信息', '接続'), default: {} }, (ctx, { type }) => metaInfo(type, ctx)),
      secrets: encrypted(),
      is_default: boolean({
        label: t('Default', '默认', 'デフォルト'),
        help: t(
          'New components use it. That is always the server, which our own gateway uses, too.',
          '新组件使用默认存储。默认存储始终为服务器，自带网关也使用它。',
          '新しいコンポーネントが使います。常にサーバーで、付属のゲートウェイも同じです。',
        ),
        filter: true,
        noIndex: 'a handful of rows',
      }),
      comment: comment(),
    },
    actions: {
      test: connectionTest(can(`terminal.view_${name}`), {
        shape: {
          one: true,
          title: t('Test of a storage', '存储测试', '保存先のテスト'),
          fields: {
            is_valid: shown(t('Usable', '可用', '使用可能'), 'boolean'),
            msg: shown(WORDS.result),
          },
        },
      }),
    },
  });
}

/** Where commands end (docs/decisions/0104): the server, or a search engine. */
export const commandStorage: ResourceDefinition = storage(
  'commandstorage',
  'command-storages',
  'command_storages',
  { label: t('Command storage', '命令存储', 'コマンドの保存先'), labelPlural: t('Command storages', '命令存储', 'コマンドの保存先') },
  COMMAND_TYPES,
);

/** Where components put recordings (docs/decisions/0081). */
export const replayStorage = storage(
  'replaystorage',
  'replay-storages',
  'replay_storages',
  { label: t('Replay storage', '录像存储', '録画の保存先'), labelPlural: t('Replay storages', '录像存储', '録画の保存先') },
  REPLAY_TYPES,
);
