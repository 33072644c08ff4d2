import { type Api, createApi, type Json } from '@postern/testkit/api';

/** Somebody's way into the API, by a bearer token of the public login. */
export async function apiOf(origin: string, username: string, password: string): Promise<Api> {
  const answer = await createApi({ origin }).post<Json>('authentication/auth/', { username, password });
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${username} could not log in: ${answer.status} ${JSON.stringify(answer.body)}`);
  return createApi({ origin, headers: { authorization: `Bearer ${answer.body.token}` } });
}
