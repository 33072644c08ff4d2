import { UnsecuredJWT } from 'jose';
import { jsonOf, only, type Routes, refuse, spend } from './strict.ts';

const BAD = { ok: false, error: 'invalid_arguments' };
const TEAM = 'T0001';
const CLIENT = '1.2';
const SECRET = 'slack secret';
const BOT = 'Bearer xoxb-1';
const subjectOf = (id: string): string => `U${id.toUpperCase()}`;
const teamOf = (member: boolean | undefined): string => (member === false ? 'T0666' : TEAM);

export const SLACK: Routes = {
  '/openid/connect/authorize'(came) {
    const names = ['response_type', 'scope', 'client_id', 'redirect_uri', 'state', 'nonce', 'team'];
    const [type, scope, client, to = '', state = '', nonce = ''] = only(came, 'GET', names, BAD, 400);
    if (type !== 'code' || scope !== 'openid profile email' || client !== CLIENT) refuse(BAD, 400);
    return { back: { to, name: 'code', state, kept: { to, nonce } } };
  },
  '/api/openid.connect.token'(came, desk) {
    const form = new URLSearchParams(came.body);
    if (came.method !== 'POST' || !/^application\/x-www-form-urlencoded/.test(came.type)) refuse(BAD);
    if (form.get('grant_type') !== 'authorization_code') refuse({ ok: false, error: 'invalid_grant_type' });
    if (form.get('client_id') !== CLIENT) refuse({ ok: false, error: 'invalid_client_id' });
    if (form.get('client_secret') !== SECRET) refuse({ ok: false, error: 'bad_client_secret' });
    const { somebody, to, nonce } = spend(desk, form.get('code') ?? '', { ok: false, error: 'invalid_code' });
    if (form.get('redirect_uri') !== to) refuse({ ok: false, error: 'bad_redirect_uri' });
    const access_token = `xoxp-${subjectOf(somebody.id)}`;
    desk.codes.set(access_token, { somebody });
    const id_token = new UnsecuredJWT({ iss: 'https://slack.com', sub: subjectOf(somebody.id), aud: CLIENT, nonce }).encode();
    return { body: { ok: true, access_token, token_type: 'Bearer', id_token } };
  },
  '/api/openid.connect.userInfo'(came, desk) {
    const { somebody } = spend(desk, came.bearer.replace(/^Bearer /, ''), { ok: false, error: 'invalid_auth' });
    const { id, name, email, member } = somebody;
    const sub = subjectOf(id);
    const named = { 'https://slack.com/user_id': sub, 'https://slack.com/team_id': teamOf(member) };
    return { body: { ok: true, sub, ...named, name, email: email ?? `${id}@unverified.example`, email_verified: email !== undefined } };
  },
  '/api/auth.test'(came) {
    if (came.bearer !== BOT) refuse({ ok: false, error: 'invalid_auth' });
    return { body: { ok: true, team: 'Plant', team_id: TEAM, user: 'door', bot_id: 'B1' } };
  },
  '/api/chat.postMessage'(came, desk) {
    if (came.bearer !== BOT) refuse({ ok: false, error: 'invalid_auth' });
    only(came, 'POST', [], BAD);
    const { channel, text } = jsonOf(came, ['channel', 'text'], BAD);
    const found =
      [...desk.people.values()].find(({ id }) => subjectOf(id) === channel) ?? refuse({ ok: false, error: 'channel_not_found' });
    desk.sent.push({ service: 'slack', to: found.id, text: String(text) });
    return { body: { ok: true, ts: '1.1' } };
  },
};
