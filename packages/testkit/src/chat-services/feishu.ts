import { createHash } from 'node:crypto';
import { type Came, type Desk, jsonOf, newToken, only, type Routes, refuse, spend } from './strict.ts';

const BAD = { code: 10003, msg: 'invalid param' };
const APP = 'cli_a1';
const SECRET = 'feishu secret';
const bearer = ({ bearer }: Came): string => bearer.replace(/^Bearer /, '');

function requireToken(came: Came, desk: Desk): void {
  const token = bearer(came);
  if (!token.startsWith('feishu') || !desk.tokens.has(token)) refuse({ code: 99991663, msg: 'token invalid' }, 400);
}

export const FEISHU: Routes = {
  '/open-apis/authen/v1/authorize'(came) {
    const names = ['client_id', 'redirect_uri', 'response_type', 'state', 'code_challenge', 'code_challenge_method'];
    const [client, to = '', type, state = '', challenge = '', method] = only(came, 'GET', names, BAD, 400);
    if (client !== APP || type !== 'code' || method !== 'S256') refuse(BAD, 400);
    return { back: { to, name: 'code', state, kept: { to, challenge } } };
  },
  '/open-apis/authen/v2/oauth/token'(came, desk) {
    const names = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'];
    const given = jsonOf(came, names, { code: 20001, error: 'invalid_request' }, 400);
    if (given.client_id !== APP || given.client_secret !== SECRET || given.grant_type !== 'authorization_code')
      refuse({ code: 20002, error: 'invalid_client' }, 400);
    const { somebody, to, challenge } = spend(desk, String(given.code), { code: 20003, error: 'invalid_grant' }, 400);
    if (to !== given.redirect_uri) refuse({ code: 20071, error: 'invalid_grant' }, 400);
    if (challenge !== createHash('sha256').update(String(given.code_verifier)).digest('base64url'))
      refuse({ code: 20049, error: 'invalid_grant' }, 400);
    const access_token = newToken(desk, 'person');
    desk.codes.set(access_token, { somebody });
    return { body: { code: 0, access_token, expires_in: 7200, token_type: 'Bearer' } };
  },
  '/open-apis/authen/v1/user_info'(came, desk) {
    const { somebody } = spend(desk, bearer(came), { code: 99991668, msg: 'invalid access token' }, 400);
    // Whoever is not of the company cannot open its application: the page lets nobody through, and here nobody is named.
    if (somebody.member === false) return { body: { code: 0, msg: 'success', data: {} } };
    const { id, name, email } = somebody;
    const data = { open_id: `ou_${id}`, union_id: `on_${id}`, user_id: id, name, email: 'private@elsewhere.example' };
    return { body: { code: 0, msg: 'success', data: { ...data, ...(email ? { enterprise_email: email } : {}) } } };
  },
  '/open-apis/auth/v3/tenant_access_token/internal'(came, desk) {
    const { app_id, app_secret } = jsonOf(came, ['app_id', 'app_secret'], BAD);
    if (app_id !== APP || app_secret !== SECRET) refuse({ code: 10014, msg: 'app secret invalid' });
    return { body: { code: 0, msg: 'ok', tenant_access_token: newToken(desk, 'feishu'), expire: 7200 } };
  },
  '/open-apis/bot/v3/info'(came, desk) {
    requireToken(came, desk);
    return { body: { code: 0, msg: 'ok', bot: { app_name: 'Door', activate_status: 2 } } };
  },
  '/open-apis/im/v1/messages'(came, desk) {
    requireToken(came, desk);
    const [type] = only(came, 'POST', ['receive_id_type'], BAD, 400);
    const { receive_id, msg_type, content, uuid } = jsonOf(came, ['receive_id', 'msg_type', 'content', 'uuid'], BAD, 400);
    if (type !== 'open_id' || msg_type !== 'interactive' || String(uuid).length > 50) refuse(BAD, 400);
    const { elements } = JSON.parse(String(content)) as { elements?: { tag: string; content: string }[] };
    if (elements?.[0]?.tag !== 'markdown') refuse(BAD, 400);
    const id = String(receive_id).replace(/^ou_/, '');
    if (!desk.people.has(id)) refuse({ code: 230013, msg: 'Bot has NO availability to this user.' }, 400);
    // One of a number comes once an hour.
    if (!desk.seen.has(String(uuid))) desk.sent.push({ service: 'feishu', to: id, text: String(content) });
    desk.seen.set(String(uuid), '');
    return { body: { code: 0, msg: 'success', data: { message_id: 'om' } } };
  },
};
