import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { addressOf } from '@postern/client/api';
import { API } from '@postern/client/http';
import { isRecord } from '@postern/contract/wire';
import { type Answer, type Ask, clientOf, createAsk, refused } from '../ask.ts';
import { argumentsOf, asking, type Command, type Given } from '../command.ts';
import { forgetLogin, type KeptLogin, keepLogin, keptLogin, loginFile } from '../kept-login.ts';
import { type Message, message, speak } from '../message.ts';
import { authorityOf, originOf, type Place } from '../place.ts';
import { asJson, plain } from '../print.ts';
import { CliProblem, EXIT, usage } from '../problem.ts';
import { noteWords, problemWords, usageWords } from '../words.ts';

/** Logging in and out. The password is typed into a browser and nowhere else (docs/decisions/0128). */

const START = API + addressOf('deviceLogins', 'start');
const TOKEN = API + addressOf('deviceLogins', 'token');

const seconds = (count: number): Promise<void> => new Promise((done) => setTimeout(done, count * 1_000));
const errorOf = ({ body }: Answer): string => (isRecord(body) && typeof body.error === 'string' ? body.error : '');

/** Asks until somebody has decided. A review by somebody else is waited for, too. */
async function decided(ask: Ask, key: string, interval: number, waits: (what: Message) => void): Promise<Record<string, unknown>> {
  let told = '';
  for (;;) {
    const answer = await ask('POST', TOKEN, { key });
    if (answer.status === 201 && isRecord(answer.body)) return answer.body;
    const error = errorOf(answer);
    if (answer.status !== 200 || !['device_pending', 'login_confirm_wait'].includes(error)) throw refused(answer);
    if (error !== told && error === 'login_confirm_wait') waits(refused(answer).words);
    told = error;
    await seconds(interval);
  }
}

/** Ends a login on its server. */
async function endOn(place: Place & { token: string }, { version, language }: Pick<Given, 'version' | 'language'>): Promise<void> {
  const client = clientOf(createAsk(place, { proof: { token: place.token }, version, language }));
  const mine = (await client.ownLogins.list()).find(({ is_current }) => is_current);
  if (mine) await client.ownLogins.end(mine.id);
}

async function logIn({ argv, env, out, version, language }: Given): Promise<number> {
  const { values } = argumentsOf(argv, { server: { type: 'string' }, ca: { type: 'string' } });
  const before = await keptLogin(env);
  const named = values.server ?? (env.POSTERN_SERVER || undefined) ?? before?.origin;
  if (!named) throw usage(message(problemWords.whichServer));
  const origin = originOf(named);
  const own = values.ca ?? (env.POSTERN_CA || undefined);
  const ca = own === undefined ? (before?.origin === origin ? before.ca : undefined) : resolve(own);
  if (ca !== undefined) authorityOf(ca);
  const place: Place = { origin, ...(ca === undefined ? {} : { ca }) };

  // Its person recognises it by this, among what waits and among their logins.
  const ask = createAsk(place, { version: `${version} ${plain(hostname())}`, language });
  const started = await ask('POST', START);
  if (started.status !== 201 || !isRecord(started.body)) throw refused(started);
  const { key, code, interval } = started.body;
  out.note(message(noteWords.open, { address: `${origin}/ui/profile/program?code=${plain(String(code))}` }));
  out.note(message(noteWords.confirm, { code: plain(String(code)) }));
  const body = await decided(ask, String(key), Math.min(Math.max(Number(interval) || 2, 1), 30), out.note);
  const username = isRecord(body.user) ? String(body.user.username) : '';
  const login: KeptLogin = { ...place, token: String(body.token), username, expires: String(body.date_expired) };
  await keepLogin(login, env);
  // What it takes the place of would go on opening, in nobody's hands.
  if (before) await endOn(before, { version, language }).catch(() => undefined);
  out.note(message(noteWords.loggedIn, { user: plain(username), server: origin, expires: plain(login.expires) }));
  return EXIT.ok;
}

async function logOut({ argv, env, out, version, language }: Given): Promise<number> {
  argumentsOf(argv, {});
  const kept = await keptLogin(env);
  if (!kept) {
    out.note(message(noteWords.nobody));
    return EXIT.ok;
  }
  let failure: unknown;
  await endOn(kept, { version, language }).catch((error: unknown) => {
    failure = error;
  });
  await forgetLogin(env);
  // What the server no longer takes is over there as well.
  if (failure instanceof CliProblem && failure.exit !== EXIT.denied) {
    out.note(message(noteWords.halfOut, { why: speak(failure.words, language), file: loginFile(env), expires: kept.expires }));
    return failure.exit;
  }
  out.note(message(noteWords.loggedOut));
  return EXIT.ok;
}

async function who(given: Given): Promise<number> {
  const { values } = argumentsOf(given.argv, { json: { type: 'boolean' } });
  const { place, client, byKey } = await asking(given);
  const { id, username, name, email } = await client.profile.retrieve();
  const expires = byKey ? null : ((await keptLogin(given.env))?.expires ?? null);
  if (values.json) given.out.print(asJson({ server: place.origin, id, username, name, email, by: byKey ? 'key' : 'login', expires }));
  else
    given.out.print(
      message(byKey ? noteWords.byKey : noteWords.byLogin, { name: plain(name), user: plain(username), server: place.origin, expires }),
    );
  return EXIT.ok;
}

export const login: Command = {
  usage: usageWords.login,
  run: logIn,
};
export const logout: Command = { usage: usageWords.logout, run: logOut };
export const whoami: Command = { usage: usageWords.whoami, run: who };
