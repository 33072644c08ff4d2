import { type Desk, jsonOf, newToken, only, type Routes, refuse, spend } from './strict.ts';

const BAD = { code: 'invalidParameter.param.invalid', message: 'param', requestid: 'r' };
const OLD_BAD = { errcode: 40035, errmsg: 'invalid param' };
const OK = { errcode: 0, errmsg: 'ok', request_id: 'r' };
const KEY = 'dingkey';
const SECRET = 'dingtalk secret';

function asked(came: Parameters<Routes[string]>[0], desk: Desk, names: readonly string[]): Record<string, unknown> {
  const [token = ''] = only(came, 'POST', ['access_token'], OLD_BAD);
  if (!token.startsWith('dingtalk') || !desk.tokens.has(token)) refuse({ errcode: 40014, errmsg: 'invalid access token' });
  return jsonOf(came, names, OLD_BAD);
}
const somebodyOf = (desk: Desk, userid: unknown) => desk.people.get(String(userid)) ?? refuse({ errcode: 60121, errmsg: 'no such user' });

export const DINGTALK: Routes = {
  '/oauth2/auth'(came) {
    const names = ['redirect_uri', 'response_type', 'client_id', 'scope', 'state', 'prompt'];
    const [to = '', type, client, scope, state = '', prompt] = only(came, 'GET', names, BAD, 400);
    if (type !== 'code' || client !== KEY || scope !== 'openid' || prompt !== 'consent') refuse(BAD, 400);
    return { back: { to, name: 'authCode', state } };
  },
  '/v1.0/oauth2/userAccessToken'(came, desk) {
    const given = jsonOf(came, ['clientId', 'clientSecret', 'code', 'grantType'], BAD, 400);
    if (given.clientId !== KEY || given.clientSecret !== SECRET || given.grantType !== 'authorization_code')
      refuse({ code: 'invalidClientIdOrSecret', message: 'client' }, 400);
    const { somebody } = spend(desk, String(given.code), { code: 'invalidParameter.authCode.notFound', message: 'code' }, 400);
    const accessToken = newToken(desk, 'person');
    desk.codes.set(accessToken, { somebody });
    return { body: { accessToken, refreshToken: 'r', expireIn: 7200 } };
  },
  '/v1.0/contact/users/me'(came, desk) {
    const { somebody } = spend(desk, String(came.headers['x-acs-dingtalk-access-token']), { code: 'Forbidden.AccessDenied' }, 403);
    return { body: { nick: 'a name of their own', unionId: `un-${somebody.id}`, openId: 'o', email: 'private@elsewhere.example' } };
  },
  '/v1.0/oauth2/accessToken'(came, desk) {
    const given = jsonOf(came, ['appKey', 'appSecret'], BAD, 400);
    if (given.appKey !== KEY || given.appSecret !== SECRET) refuse({ code: 'invalidClientIdOrSecret', message: 'client' }, 400);
    return { body: { accessToken: newToken(desk, 'dingtalk'), expireIn: 7200 } };
  },
  '/topapi/user/getbyunionid'(came, desk) {
    const { unionid } = asked(came, desk, ['unionid']);
    const somebody = somebodyOf(desk, String(unionid).replace(/^un-/, ''));
    if (somebody.gone) refuse({ errcode: 60121, errmsg: 'no such user' });
    return { body: { ...OK, result: { contact_type: somebody.member === false ? 1 : 0, userid: somebody.id } } };
  },
  '/topapi/v2/user/get'(came, desk) {
    const { id, name, email } = somebodyOf(desk, asked(came, desk, ['userid']).userid);
    const result = { userid: id, unionid: `un-${id}`, name, dept_id_list: [1, 7], ...(email ? { org_email: email } : {}) };
    return { body: { ...OK, result } };
  },
  '/topapi/user/count'(came, desk) {
    asked(came, desk, ['only_active']);
    return { body: { ...OK, result: { count: 12 } } };
  },
  '/topapi/message/corpconversation/asyncsend_v2'(came, desk) {
    const { agent_id, userid_list, msg } = asked(came, desk, ['agent_id', 'userid_list', 'msg']);
    const { msgtype, markdown } = msg as { msgtype?: string; markdown?: { title?: string; text?: string } };
    if (String(agent_id) !== '42' || msgtype !== 'markdown' || !markdown?.title || !markdown.text) refuse(OLD_BAD);
    const { id } = somebodyOf(desk, userid_list);
    // The same words to the same person come once a day.
    const key = `dingtalk ${id} ${markdown?.text}`;
    if (!desk.seen.has(key)) desk.sent.push({ service: 'dingtalk', to: id, text: String(markdown?.text) });
    desk.seen.set(key, '');
    return { body: { ...OK, task_id: 1 } };
  },
};
