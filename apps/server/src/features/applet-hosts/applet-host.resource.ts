import { ORG } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import {
  boolean,
  can,
  choice,
  computed,
  derived,
  deriveResource,
  eb,
  type Field,
  integer,
  nested,
  Problem,
  type ResourceDefinition,
  text,
} from '@postern/resource';
import { LOAD, MESSAGE } from '../../platform/shown.ts';
import { CATEGORY_RESOURCES } from '../assets/index.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const milliseconds = (label: ReturnType<typeof t>, value: number): Field => integer({ label, default: value, min: 0, max: WEEK_MS });

/** The address is that of now, also where a form asks what to begin with. */
function coreHost(siteUrl: () => string): Field {
  const plain = text({
    label: t('Address of this installation', '堡垒机地址', 'このシステムのアドレス'),
    max: 1024,
    blank: true,
    default: siteUrl,
    check: (value) => (/^https?:\/\/\S+$/.test(value) && URL.canParse(value) ? undefined : { code: 'invalid_url' }),
  });
  return { ...plain, kind: { ...plain.kind, offer: (value) => value } };
}

/** What a host is set up with, in the names of those who set it up. */
const optionFields = (siteUrl: () => string): Readonly<Record<string, Field>> => ({
  CORE_HOST: coreHost(siteUrl),
  IGNORE_VERIFY_CERTS: boolean({ label: t('Accept any certificate', '忽略证书校验', '証明書を検証しない'), default: true }),
  RDS_Licensing: boolean({ label: t('Use an RDS licence', '使用 RDS 许可', 'RDS ライセンスを使う'), default: false }),
  RDS_LicenseServer: text({
    label: t('RDS licence server', 'RDS 许可服务器', 'RDS ライセンスサーバー'),
    max: 1024,
    default: '127.0.0.1',
    check: (value) => (/^[\w.:-]+$/.test(value) ? undefined : { code: 'invalid_host' }),
  }),
  RDS_LicensingMode: choice({
    label: t('RDS licensing mode', 'RDS 许可模式', 'RDS ライセンスモード'),
    default: 2,
    choices: [
      { value: 4, label: t('Per session', '按会话', 'セッション数') },
      { value: 2, label: t('Per device', '按设备', 'デバイス数') },
    ],
  }),
  RDS_fSingleSessionPerUser: choice({
    label: t('One session per user', '每用户单会话', 'ユーザーごとに 1 セッション'),
    default: 1,
    choices: [
      { value: 1, label: t('On', '启用', '有効') },
      { value: 0, label: t('Off', '禁用', '無効') },
    ],
  }),
  RDS_MaxDisconnectionTime: milliseconds(
    t('Keep broken sessions (ms)', '断开会话保留时间（毫秒）', '切断セッションの保持（ミリ秒）'),
    60_000,
  ),
  RDS_RemoteAppLogoffTimeLimit: milliseconds(t('Log off after closing (ms)', '关闭后注销延迟（毫秒）', '終了後のログオフ（ミリ秒）'), 0),
});

/** Kept beside the row of the asset, which has no column for it. What is not known is refused: it would be thought to be obeyed. */
function deployOptions(siteUrl: () => string): Field {
  const fields = optionFields(siteUrl);
  const begin = (): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { options }]) => [
        name,
        typeof options.default === 'function' ? options.default() : options.default,
      ]),
    );
  const plain = nested(fields, { label: t('Deployment options', '部署参数', '配備オプション'), unexported: true, default: begin });
  const { column: _beside, ...kind } = plain.kind;
  return {
    options: plain.options,
    kind: {
      ...kind,
      name: 'computed',
      parse(given, field, ctx) {
        const names = isRecord(given) ? Object.keys(given) : [];
        if (names.some((name) => !Object.hasOwn(fields, name))) throw new Problem('unknown_setting');
        return plain.kind.parse(given, field, ctx);
      },
    },
  };
}

const fixed = (field: Field): Field => ({ ...field, options: { ...field.options, readOnly: true } });

/**
 * A Windows host on which remote applications run (docs/wire/components.md#remote-applications): an asset of the system organisation and nowhere
 * else, whoever makes it from where, on one platform and in one node.
 * @param siteUrl the address that its agent is told when the form names none
 */
export function appletHost(siteUrl: () => string): ResourceDefinition {
  const { suggestions: _none, ...host } = CATEGORY_RESOURCES.host;
  const { platform, nodes, nodes_display } = host.fields as Record<'platform' | 'nodes' | 'nodes_display', Field>;
  return deriveResource(host, {
    name: 'applethost',
    app: 'terminal',
    path: 'applet-hosts',
    permissionModel: 'applethost',
    fixedOrg: ORG.SYSTEM,
    label: t('Application host', '应用发布机', 'アプリホスト'),
    labelPlural: t('Application hosts', '应用发布机', 'アプリホスト'),
    fields: {
      platform: fixed(platform),
      nodes: fixed(nodes),
      nodes_display: fixed(nodes_display),
      load: computed({ label: t('Load', '负载', '負荷'), type: 'labeled_choice', unexported: true, answered: LOAD }),
      deploy_options: deployOptions(siteUrl),
      date_synced: derived({
        label: t('Date synced', '同步日期', '同期日時'),
        type: 'datetime',
        nullable: true,
        unexported: true,
        order: false,
        expression: () => eb.selectFrom('applet_hosts as h').select('h.date_synced').whereRef('h.asset_id', '=', 't.id'),
      }),
    },
    actions: {
      generate: { method: 'PUT', on: 'detail', path: 'generate-accounts', policy: can('terminal.change_applethost'), answer: MESSAGE },
    },
  });
}
