import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';

/** Somebody's way into the API, by a bearer token of the public login. */
export async function apiOf(origin: string, username: string, password: string): Promise<Api> {
  const { token } = await clientOf(createApi({ origin })).authentication.auth({ username, password });
  if (!token) throw new Error(`No login for ${username}`);
  return createApi({ origin, headers: { authorization: `Bearer ${token}` } });
}

/** Somebody's way into the API by the session of a browser, as pages have it. */
export async function sessionOf(origin: string, username: string, password: string): Promise<Api> {
  const api = createApi({ origin, cookies: createCookieJar() });
  await api.get('/core/auth/login/');
  const { status, body } = await api.post<Json>('/core/auth/login/', { username, password });
  // A refusal is answered with 200, too.
  if (status !== 200 || body.error) throw new Error(`No login for ${username}: ${JSON.stringify(body)}`);
  return api;
}
