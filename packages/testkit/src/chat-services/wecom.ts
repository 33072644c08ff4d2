import { type Desk, jsonOf, newToken, only, type Routes, refuse, spend } from './strict.ts';

const BAD = { errcode: 40058, errmsg: 'invalid argument' };
const OK = { errcode: 0, errmsg: 'ok' };
const CORP = 'ww4711';
const AGENT = '1000002';
const STATE = /^[A-Za-z0-9]{1,128}$/;

function requireToken(desk: Desk, token: string): void {
  if (!token.startsWith('wecom') || !desk.tokens.has(token)) refuse({ errcode: 40014, errmsg: 'invalid access_token' });
}

export const WECOM: Routes = {
  '/wwlogin/sso/login'(came) {
    const [type, appid, agentid, to = '', state = ''] = only(
      came,
      'GET',
      ['login_type', 'appid', 'agentid', 'redirect_uri', 'state'],
      BAD,
      400,
    );
    if (type !== 'CorpApp' || appid !== CORP || agentid !== AGENT || !STATE.test(state)) refuse(BAD, 400);
    return { back: { to, name: 'code', state } };
  },
  '/connect/oauth2/authorize'(came) {
    const names = ['appid', 'redirect_uri', 'response_type', 'scope', 'state', 'agentid'];
    const [appid, to = '', type, scope, state = '', agentid] = only(came, 'GET', names, BAD, 400);
    if (appid !== CORP || type !== 'code' || scope !== 'snsapi_base' || agentid !== AGENT || !STATE.test(state)) refuse(BAD, 400);
    return { back: { to, name: 'code', state } };
  },
  '/cgi-bin/gettoken'(came, desk) {
    const [corp, secret] = only(came, 'GET', ['corpid', 'corpsecret'], BAD);
    if (corp !== CORP) refuse({ errcode: 40013, errmsg: 'invalid corpid' });
    if (secret !== 'wecom secret') refuse({ errcode: 40001, errmsg: 'invalid credential' });
    return { body: { ...OK, access_token: newToken(desk, 'wecom'), expires_in: 7200 } };
  },
  '/cgi-bin/auth/getuserinfo'(came, desk) {
    const [token = '', code = ''] = only(came, 'GET', ['access_token', 'code'], BAD);
    requireToken(desk, token);
    const { somebody } = spend(desk, code, { errcode: 40029, errmsg: 'invalid code' });
    if (somebody.member === false) return { body: { ...OK, openid: `o-${somebody.id}`, external_userid: `wm-${somebody.id}` } };
    return { body: { ...OK, userid: somebody.id } };
  },
  '/cgi-bin/user/get'(came, desk) {
    const [token = '', userid = ''] = only(came, 'GET', ['access_token', 'userid'], BAD);
    requireToken(desk, token);
    const found = desk.people.get(userid) ?? refuse({ errcode: 60111, errmsg: 'userid not found' });
    const { name, email, gone } = found;
    return { body: { ...OK, userid, name, department: [1, 7], status: gone ? 2 : 1, ...(email ? { biz_mail: email } : {}) } };
  },
  '/cgi-bin/agent/get'(came, desk) {
    const [token = '', agentid = ''] = only(came, 'GET', ['access_token', 'agentid'], BAD);
    requireToken(desk, token);
    if (agentid !== AGENT) refuse({ errcode: 301002, errmsg: 'not allow operate another agent' });
    return { body: { ...OK, agentid: Number(AGENT), name: 'Door' } };
  },
  '/cgi-bin/message/send'(came, desk) {
    const [token = ''] = only(came, 'POST', ['access_token'], BAD);
    requireToken(desk, token);
    const given = jsonOf(came, ['touser', 'msgtype', 'agentid', 'markdown'], BAD);
    const { touser, msgtype, agentid, markdown } = given;
    const { content } = markdown as { content?: string };
    if (msgtype !== 'markdown' || String(agentid) !== AGENT || !content || Buffer.byteLength(content) > 2048) refuse(BAD);
    if (!desk.people.has(String(touser))) refuse({ errcode: 81013, errmsg: 'user & party & tag all invalid' });
    const { enable_duplicate_check, duplicate_check_interval: seconds } = given;
    if (enable_duplicate_check === 1 && !(Number(seconds) > 0 && Number(seconds) <= 14_400)) refuse(BAD);
    const key = `wecom ${touser} ${content}`;
    if (enable_duplicate_check !== 1 || !desk.seen.has(key))
      desk.sent.push({ service: 'wecom', to: String(touser), text: String(content) });
    desk.seen.set(key, '');
    return { body: { ...OK, msgid: 'm' } };
  },
};
