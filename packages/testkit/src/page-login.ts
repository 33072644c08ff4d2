import { workOut } from '@postern/client/work';
import { type Api, type CookieJar, createApi, createCookieJar, type Json } from './api.ts';

/**
 * A login on the page, as the page does it: somebody mistyped a password at this address before, and browsers there work something out first.
 * @param send sends the login, with the result of the work once there is one
 */
export async function withWork<A extends { body: Json }>(send: (work: { captcha?: string | undefined }) => Promise<A>): Promise<A> {
  const answer = await send({});
  return answer.body.error === 'captcha_required' ? send({ captcha: await workOut(answer.body.data) }) : answer;
}

/** Somebody's way into the API by the session of a browser, as pages have it, and its cookies. */
export async function pageLogin(origin: string, username: string, password: string): Promise<{ api: Api; cookies: CookieJar }> {
  const cookies = createCookieJar();
  const api = createApi({ origin, cookies });
  await api.get('/core/auth/login/');
  const given = { username, password };
  const { status, body } = await withWork((work) => api.post<Json>('/core/auth/login/', { ...given, ...work }));
  // A refusal is answered with 200, too.
  if (status !== 200 || body.error) throw new Error(`No login for ${username}: ${status} ${JSON.stringify(body)}`);
  return { api, cookies };
}
