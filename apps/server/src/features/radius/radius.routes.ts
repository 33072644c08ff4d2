import { randomBytes } from 'node:crypto';
import { render, type Text, text } from '@postern/contract/text';
import { can, FLAG_SCHEMA, listSchema, objectSchema, type Route, secret, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { answerShape } from '../../platform/shown.ts';
import { RadiusError } from './ask.ts';
import { radiusConfig, serverName } from './config.ts';
import { prove } from './prove.ts';
import type { RadiusDeps } from './way.ts';

const STEPS = {
  settings: text('Servers and shared secret are filled in', '服务器和共享密钥已填写', 'サーバーと共有シークレットが入力されている'),
  server: text('{name} answers, and its answer is signed', '{name} 有响应，且应答已签名', '{name} が署名付きで応答する'),
  login: text('{name} lets this person in', '{name} 允许该用户登录', '{name} がこの人を受け入れる'),
} as const satisfies Record<string, Text>;
const SAYS = {
  not_set: text('A server or the shared secret is missing.', '缺少服务器或共享密钥。', 'サーバーまたは共有シークレットがありません。'),
  blocked: text('This server may not ask that address.', '本服务器不允许访问该地址。', 'このサーバーからそのアドレスへは接続できません。'),
  unreachable: text('The name has no address.', '无法解析该名称。', '名前にアドレスがありません。'),
  silent: text(
    'No answer that holds: wrong address or port, another shared secret, or this server is not among its clients.',
    '没有有效应答：地址或端口错误、共享密钥不一致，或本服务器不在其客户端列表中。',
    '有効な応答がありません：アドレスかポートの誤り、共有シークレットの違い、またはこのサーバーがクライアントに登録されていません。',
  ),
  unsigned: text(
    'It answers without a Message-Authenticator, and such answers can be forged. Have it send one.',
    '应答缺少 Message-Authenticator，可被伪造。请在对方启用。',
    '応答に Message-Authenticator がなく、偽造できます。送るように設定してください。',
  ),
  unproven: text(
    'It accepts and does not prove that it knows the password.',
    '已接受，但未证明其知道密码。',
    '受け入れましたが、パスワードを知る証明がありません。',
  ),
  busy: text('Too many ask at once.', '请求过多。', '問い合わせが多すぎます。'),
  right: text('Accepted', '已接受', '受け入れられました'),
  wrong: text('Refused', '已拒绝', '拒否されました'),
  asks: text(
    'The password is right, and it asks for more: {prompt}',
    '密码正确，并要求进一步验证：{prompt}',
    'パスワードは正しく、さらに求められました：{prompt}',
  ),
} as const satisfies Record<string, Text>;

const TESTED = answerShape(
  objectSchema({ ok: FLAG_SCHEMA, steps: listSchema(objectSchema({ step: TEXT_SCHEMA, ok: FLAG_SCHEMA, detail: TEXT_SCHEMA })) }),
  'radius.tested',
);
const USERNAME = text('Username', '用户名', 'ユーザー名');
const PASSWORD = text('Password', '密码', 'パスワード');

/**
 * `POST settings/radius/testing/`: each server of the saved settings is asked about a person, and without one about a name that nobody has: whoever
 * refuses that with a signature knows the secret. Nobody is logged in.
 */
export const radiusRoutes = ({ settings, allow }: RadiusDeps): readonly Route[] => [
  question({
    path: '/api/v1/settings/radius/testing/',
    name: 'settings.radius.testing',
    who: can('settings.change_auth'),
    rows: { none: 'the servers that the settings name' },
    body: {
      username: textField({ label: USERNAME, max: 128, default: '', blank: true }),
      password: secret({ label: PASSWORD, max: 4_096 }),
    },
    answer: TESTED,
    async tell(ctx, { body }) {
      const say = (words: Text, params: Record<string, string> = {}): string => render(words, ctx.language, params);
      const config = radiusConfig(settings);
      const first = { step: say(STEPS.settings), ok: config !== undefined, detail: config ? '' : say(SAYS.not_set) };
      if (!config) return { ok: false, steps: [first] };
      const about = body.username === '' ? undefined : { username: body.username, password: body.password ?? '', from: ctx.origin.ip };
      const shown = about ?? { username: `postern-${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex'), from: '' };
      const looks = config.servers.map(async (server) => {
        const step = say(about ? STEPS.login : STEPS.server, { name: serverName(server) });
        try {
          const verdict = await prove(config, allow, shown, server);
          const prompt = verdict.state === 'asks' ? verdict.prompt : '';
          // Whoever lets in a name that nobody has lets in everybody.
          const fine = about ? verdict.state !== 'wrong' : verdict.state === 'wrong';
          return { step, ok: fine, detail: say(SAYS[verdict.state], { prompt }) };
        } catch (error) {
          if (!(error instanceof RadiusError)) throw error;
          return { step, ok: false, detail: say(SAYS[error.code]) };
        }
      });
      const steps = [first, ...(await Promise.all(looks))];
      return { ok: steps.every((one) => one.ok), steps };
    },
  }),
];
