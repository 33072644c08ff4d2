import { text } from '@postern/contract/text';
import { MARKDOWN, momentOf, written } from '../message.ts';
import { type Answer, ChatError, type ChatService, NotMember, secondsAfter, textOf, withQuery } from '../service.ts';

const API = 'https://qyapi.weixin.qq.com/cgi-bin';
/** Bytes of a message; more are refused. */
const MOST = 2048;
/** For how long the same message is recognised, at most. */
const KNOWN_SECONDS = 14_400;
/** Taken, and written to nobody. */
const INVALID = 'invaliduser';
/** A member who was disabled, or has left. */
const GONE = new Set(['2', '5']);

/** WeCom: the companies of Tencent. Its errors are numbers in answers that are fine by HTTP. */
export const wecom: ChatService = {
  name: 'wecom',
  label: () => text('WeCom', '企业微信', 'WeCom'),
  backend: 'WeCom',
  on: 'AUTH_WECOM',
  needed: ['WECOM_CORPID', 'WECOM_AGENTID', 'WECOM_SECRET'],
  place: (get) => `wecom ${get('WECOM_CORPID')}`,
  page(get, { callback, state }, inside) {
    const [appid, agentid] = [get('WECOM_CORPID'), get('WECOM_AGENTID')];
    const asked = { appid, redirect_uri: callback, state, agentid };
    if (!inside) return withQuery('https://login.work.weixin.qq.com/wwlogin/sso/login', { login_type: 'CorpApp', ...asked });
    const within = { ...asked, response_type: 'code', scope: 'snsapi_base' };
    const url = withQuery('https://open.weixin.qq.com/connect/oauth2/authorize', within);
    url.hash = 'wechat_redirect';
    return url;
  },
  code: 'code',
  async person(talk, code) {
    const asked = (path: string, query: Record<string, string>) =>
      talk.asApp((access_token) => ({ url: `${API}/${path}`, query: { access_token, ...query } }));
    const userid = textOf(await asked('auth/getuserinfo', { code }), 'userid');
    // Customers and friends have an `openid` or `external_userid` instead.
    if (userid === '') throw new NotMember('no member of this company');
    let about: Answer = {};
    try {
      about = await asked('user/get', { userid });
    } catch (error) {
      // Who it is, is known; an application may be kept from reading more.
      if (!(error instanceof ChatError)) throw error;
    }
    if (GONE.has(textOf(about, 'status'))) throw new NotMember('a member who was disabled or has left');
    return { subject: userid, username: userid, name: textOf(about, 'name') || userid, email: textOf(about, 'biz_mail'), about };
  },
  async token({ get, ask }) {
    // There is no other way to show the secret than in the address (their documentation of gettoken).
    const query = { corpid: get('WECOM_CORPID'), corpsecret: get('WECOM_SECRET') };
    const answer = await ask({ url: `${API}/gettoken`, query });
    return { token: textOf(answer, 'access_token'), seconds: Number(answer.expires_in) };
  },
  async look({ get, asApp }) {
    const query = { agentid: get('WECOM_AGENTID') };
    return textOf(await asApp((access_token) => ({ url: `${API}/agent/get`, query: { access_token, ...query } })), 'name');
  },
  over: ['40014', '42001'],
  writes: [],
  async send({ get, asApp }, touser, message, leaving) {
    const content = written(message, MARKDOWN, { most: MOST, moment: momentOf(message) });
    const json = {
      touser,
      msgtype: 'markdown',
      agentid: get('WECOM_AGENTID'),
      markdown: { content },
      enable_duplicate_check: 1,
      duplicate_check_interval: KNOWN_SECONDS,
    };
    const answer = await asApp(async (access_token) => {
      await leaving();
      return { url: `${API}/message/send`, query: { access_token }, json };
    });
    if (textOf(answer, 'invaliduser') !== '') throw new ChatError('wecom', INVALID);
  },
  knownUntil: (since) => secondsAfter(since, KNOWN_SECONDS),
  nobody: ['81013', '60111', INVALID],
  failure: ({ errcode }) => (errcode === 0 ? undefined : String(errcode)),
};
