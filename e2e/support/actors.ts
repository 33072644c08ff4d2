import { type Api, createApi } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';

/** Somebody's way into the API, by a bearer token of the public login. */
export async function apiOf(origin: string, username: string, password: string): Promise<Api> {
  const { token } = await clientOf(createApi({ origin })).authentication.auth({ username, password });
  if (!token) throw new Error(`No login for ${username}`);
  return createApi({ origin, headers: { authorization: `Bearer ${token}` } });
}
