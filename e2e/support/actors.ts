import { type Api, createApi } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { pageLogin } from '@postern/testkit/page-login';

/** Somebody's way into the API, by a bearer token of the public login. */
export async function apiOf(origin: string, username: string, password: string): Promise<Api> {
  const { token } = await clientOf(createApi({ origin })).authentication.auth({ username, password });
  if (!token) throw new Error(`No login for ${username}`);
  return createApi({ origin, headers: { authorization: `Bearer ${token}` } });
}

/** Somebody's way into the API by the session of a browser, as pages have it. */
export const sessionOf = async (origin: string, username: string, password: string): Promise<Api> =>
  (await pageLogin(origin, username, password)).api;
