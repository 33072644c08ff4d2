import { text } from '@postern/contract/text';
import { MARKDOWN, momentOf, written } from '../message.ts';
import { type ChatService, NotMember, partOf, secondsAfter, textOf, withQuery } from '../service.ts';

const API = 'https://api.dingtalk.com/v1.0';
const OLD = 'https://oapi.dingtalk.com/topapi';
/** Bytes of a message, with room for what is around it. */
const MOST = 1800;
/** The same words are shown once a day, and days are those of China. */
const DAY_SECONDS = 86_400;
const CHINA_SECONDS = 8 * 3_600;
/** Somebody of the company; others are contacts of it. */
const INSIDE = 0;

/** DingTalk: an API with errors by HTTP, and an older one with numbers in answers, each of which has what the other lacks. */
export const dingtalk: ChatService = {
  name: 'dingtalk',
  label: () => text('DingTalk', '钉钉', 'DingTalk'),
  backend: 'DingTalk',
  on: 'AUTH_DINGTALK',
  needed: ['DINGTALK_APPKEY', 'DINGTALK_APPSECRET'],
  place: (get) => `dingtalk ${get('DINGTALK_APPKEY')}`,
  page: (get, { callback, state }) =>
    withQuery('https://login.dingtalk.com/oauth2/auth', {
      redirect_uri: callback,
      response_type: 'code',
      client_id: get('DINGTALK_APPKEY'),
      scope: 'openid',
      state,
      prompt: 'consent',
    }),
  code: 'authCode',
  async person(talk, code) {
    const { get } = talk;
    const grant = { clientId: get('DINGTALK_APPKEY'), clientSecret: get('DINGTALK_APPSECRET'), code, grantType: 'authorization_code' };
    const token = textOf(await talk.ask({ url: `${API}/oauth2/userAccessToken`, json: grant }), 'accessToken');
    const me = await talk.ask({ url: `${API}/contact/users/me`, headers: { 'x-acs-dingtalk-access-token': token } });
    const unionid = textOf(me, 'unionId');
    if (unionid === '') throw new NotMember('nobody was named');
    // Anybody with DingTalk comes so far; whether they are of the company is another question.
    const asked = async (path: string, json: Record<string, string>) =>
      partOf(await talk.asApp((access_token) => ({ url: `${OLD}/${path}`, query: { access_token }, json })), 'result');
    const member = await asked('user/getbyunionid', { unionid });
    const userid = textOf(member, 'userid');
    if (member.contact_type !== INSIDE || userid === '') throw new NotMember('no member of this company');
    const about = await asked('v2/user/get', { userid });
    if (textOf(about, 'unionid') !== unionid) throw new NotMember('somebody else was told of');
    // A company may give a userid again; a unionid is never another's.
    return { subject: unionid, username: userid, name: textOf(about, 'name') || userid, email: textOf(about, 'org_email'), about };
  },
  async token({ get, ask }) {
    const json = { appKey: get('DINGTALK_APPKEY'), appSecret: get('DINGTALK_APPSECRET') };
    const answer = await ask({ url: `${API}/oauth2/accessToken`, json });
    return { token: textOf(answer, 'accessToken'), seconds: Number(answer.expireIn) };
  },
  async look({ asApp }) {
    // How many people there are is the least that can be asked of the company.
    const answer = await asApp((access_token) => ({ url: `${OLD}/user/count`, query: { access_token }, json: { only_active: false } }));
    return textOf(partOf(answer, 'result'), 'count');
  },
  over: ['40014', '42001'],
  writes: ['DINGTALK_AGENTID'],
  async send({ get, asApp }, unionid, message, leaving) {
    const about = await asApp((access_token) => ({ url: `${OLD}/user/getbyunionid`, query: { access_token }, json: { unionid } }));
    const userid = textOf(partOf(about, 'result'), 'userid');
    // The same words come to somebody once a day; with their moment they are others, and those of another try are not.
    const text = written(message, MARKDOWN, { most: MOST, moment: momentOf(message) });
    const msg = { msgtype: 'markdown', markdown: { title: message.subject.slice(0, 64), text } };
    const json = { agent_id: get('DINGTALK_AGENTID'), userid_list: userid, msg };
    await asApp(async (access_token) => {
      await leaving();
      return { url: `${OLD}/message/corpconversation/asyncsend_v2`, query: { access_token }, json };
    });
  },
  knownUntil: (since) => secondsAfter(since, DAY_SECONDS - ((since.getTime() / 1000 + CHINA_SECONDS) % DAY_SECONDS)),
  nobody: ['60121'],
  failure({ code, errcode }, status) {
    if (status >= 400) return String(code ?? status);
    return errcode === undefined || errcode === 0 ? undefined : String(errcode);
  },
};
