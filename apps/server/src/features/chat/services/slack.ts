import { text } from '@postern/contract/text';
import { MRKDWN, written } from '../message.ts';
import { type Answer, type ChatService, NotMember, textOf, withQuery } from '../service.ts';

const API = 'https://slack.com/api';
const TEAM = 'https://slack.com/team_id';
/** What an identity token says. It came from Slack itself, over TLS, for our code (OpenID Connect Core 1.0, 3.1.3.7): its signature says no more. */
function claimsOf(token: string): Answer {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Answer;
  } catch {
    throw new NotMember('no identity token');
  }
}

/** Slack: OpenID Connect for people, and a bot for messages. */
export const slack: ChatService = {
  name: 'slack',
  label: () => text('Slack', 'Slack', 'Slack'),
  backend: 'Slack',
  on: 'AUTH_SLACK',
  needed: ['SLACK_TEAM_ID', 'SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'],
  place: (get) => `slack ${get('SLACK_TEAM_ID')}`,
  page: (get, { callback, state, nonce }) =>
    withQuery('https://slack.com/openid/connect/authorize', {
      response_type: 'code',
      scope: 'openid profile email',
      client_id: get('SLACK_CLIENT_ID'),
      redirect_uri: callback,
      state,
      nonce,
      team: get('SLACK_TEAM_ID'),
    }),
  code: 'code',
  async person({ get, ask }, code, { callback, nonce }) {
    const client_id = get('SLACK_CLIENT_ID');
    const grant = { grant_type: 'authorization_code', client_id, client_secret: get('SLACK_CLIENT_SECRET'), code, redirect_uri: callback };
    const given = await ask({ url: `${API}/openid.connect.token`, form: grant });
    const claims = claimsOf(textOf(given, 'id_token'));
    // The code of another browser, put into the way of this one, has another nonce.
    if (claims.nonce !== nonce || claims.aud !== client_id) throw new NotMember('the identity token is for another login');
    const token = textOf(given, 'access_token');
    const about = await ask({ url: `${API}/openid.connect.userInfo`, headers: { authorization: `Bearer ${token}` } });
    const subject = textOf(about, 'sub');
    if (subject === '' || subject !== claims.sub) throw new NotMember('nobody was named');
    // `team` of the page is a wish: an application that is shared is asked about people of every workspace.
    if (about[TEAM] !== get('SLACK_TEAM_ID')) throw new NotMember('somebody of another workspace');
    const email = about.email_verified === true ? textOf(about, 'email') : '';
    return { subject, username: email || subject, name: textOf(about, 'name') || subject, email, about };
  },
  // It stands in the settings, and needs no keeping.
  token: async ({ get }) => ({ token: get('SLACK_BOT_TOKEN'), seconds: 0 }),
  async look({ get, asApp }) {
    if (get('SLACK_BOT_TOKEN') === '') return 'SLACK_BOT_TOKEN: –';
    const { team, team_id, user } = await asApp((token) => ({ url: `${API}/auth.test`, headers: { authorization: `Bearer ${token}` } }));
    if (team_id !== get('SLACK_TEAM_ID')) throw new Error(`SLACK_TEAM_ID ≠ ${String(team_id).slice(0, 32)}`);
    return `${team}, ${user}`;
  },
  over: [],
  writes: ['SLACK_BOT_TOKEN'],
  async send({ asApp }, channel, message, leaving) {
    const json = { channel, text: written(message, MRKDWN) };
    await asApp(async (token) => {
      await leaving();
      return { url: `${API}/chat.postMessage`, headers: { authorization: `Bearer ${token}` }, json };
    });
  },
  knownUntil: (since) => since,
  nobody: ['channel_not_found', 'user_disabled', 'account_inactive'],
  failure: ({ ok, error }) => (ok === true ? undefined : String(error)),
};
