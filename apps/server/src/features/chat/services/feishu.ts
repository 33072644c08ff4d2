import { createHash } from 'node:crypto';
import { text } from '@postern/contract/text';
import { MARKDOWN, written } from '../message.ts';
import { type ChatService, type Get, NotMember, partOf, secondsAfter, textOf, withQuery } from '../service.ts';

const FEISHU = text('Feishu', '飞书', 'Feishu');
const LARK = text('Lark', 'Lark', 'Lark');
/** By its number a message is recognised for an hour. */
const KNOWN_SECONDS = 3_600;
const isLark = (get: Get): boolean => get('FEISHU_VERSION') === 'lark';
const domain = (get: Get): string => (isLark(get) ? 'larksuite.com' : 'feishu.cn');
const api = (get: Get): string => `https://open.${domain(get)}/open-apis`;

/** Feishu, and Lark outside of China: one API at two places. */
export const feishu: ChatService = {
  name: 'feishu',
  label: (get) => (isLark(get) ? LARK : FEISHU),
  backend: 'FeiShu',
  on: 'AUTH_FEISHU',
  needed: ['FEISHU_APP_ID', 'FEISHU_APP_SECRET'],
  place: (get) => `feishu ${get('FEISHU_VERSION')} ${get('FEISHU_APP_ID')}`,
  page: (get, { callback, state, verifier }) =>
    withQuery(`https://accounts.${domain(get)}/open-apis/authen/v1/authorize`, {
      client_id: get('FEISHU_APP_ID'),
      redirect_uri: callback,
      response_type: 'code',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  code: 'code',
  async person({ get, ask }, code, { callback, verifier }) {
    const grant = {
      grant_type: 'authorization_code',
      client_id: get('FEISHU_APP_ID'),
      client_secret: get('FEISHU_APP_SECRET'),
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    };
    const token = textOf(await ask({ url: `${api(get)}/authen/v2/oauth/token`, json: grant }), 'access_token');
    const told = await ask({ url: `${api(get)}/authen/v1/user_info`, headers: { authorization: `Bearer ${token}` } });
    const about = partOf(told, 'data');
    const subject = textOf(about, 'open_id');
    if (subject === '') throw new NotMember('nobody was named');
    // `user_id` is the company's own number of them; a company may give it again, and an application may be kept from it.
    const username = textOf(about, 'user_id') || subject;
    return { subject, username, name: textOf(about, 'name') || username, email: textOf(about, 'enterprise_email'), about };
  },
  async token({ get, ask }) {
    const json = { app_id: get('FEISHU_APP_ID'), app_secret: get('FEISHU_APP_SECRET') };
    const answer = await ask({ url: `${api(get)}/auth/v3/tenant_access_token/internal`, json });
    return { token: textOf(answer, 'tenant_access_token'), seconds: Number(answer.expire) };
  },
  async look({ get, asApp }) {
    const answer = await asApp((token) => ({ url: `${api(get)}/bot/v3/info`, headers: { authorization: `Bearer ${token}` } }));
    return textOf(partOf(answer, 'bot'), 'app_name');
  },
  over: ['99991663', '99991664'],
  writes: [],
  async send({ get, asApp }, receive_id, message, leaving) {
    const content = JSON.stringify({ elements: [{ tag: 'markdown', content: written(message, MARKDOWN) }] });
    await asApp(async (token) => {
      await leaving();
      return {
        url: `${api(get)}/im/v1/messages`,
        query: { receive_id_type: 'open_id' },
        headers: { authorization: `Bearer ${token}` },
        json: { receive_id, msg_type: 'interactive', content, uuid: message.id },
      };
    });
  },
  knownUntil: (since) => secondsAfter(since, KNOWN_SECONDS),
  nobody: ['230013', '230029'],
  failure: ({ code }) => (code === 0 ? undefined : String(code)),
};
