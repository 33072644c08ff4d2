import { type Text, text as t } from '@postern/contract/text';
import {
  boolean,
  type ChoiceOption,
  can,
  comment,
  computed,
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
          'Our own gateways use it, unless another one was chosen for them. Components of others start with the server.',
          '自带网关使用默认存储，除非另行指定。第三方组件初始使用服务器。',
          '付属のゲートウェイは、別の保存先を選ばない限りこれを使います。他社のコンポーネントは最初はサーバーを使います。',
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

/** Where recordings are kept (docs/decisions/0081, 0103). */
const plainReplayStorage = storage(
  'replaystorage',
  'replay-storages',
  'replay_storages',
  { label: t('Replay storage', '录像存储', '録画の保存先'), labelPlural: t('Replay storages', '录像存储', '録画の保存先') },
  REPLAY_TYPES,
);

export const replayStorage: ResourceDefinition = {
  ...plainReplayStorage,
  fields: {
    ...plainReplayStorage.fields,
    /** Ours: files that are still here, or have to be removed there. */
    waiting: computed({ label: t('Waiting', '待传', '待機中'), type: 'integer' }),
    /** Ours: why the last attempt came to nothing; empty where it did not. */
    last_error: computed({ label: t('Last error', '最近错误', '直近のエラー'), type: 'string' }),
  },
};
