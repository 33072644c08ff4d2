import { type Api as Client, createClient } from '@postern/client/api';
import { withQuery } from '@postern/client/http';
import type { Api } from './api.ts';

/**
 * The typed client over a test's way into the API, for what a test needs and does not look at.
 * @throws Error when an answer is no success
 */
export const clientOf = (api: Api): Client =>
  createClient(async ({ method, path, body, options: { query, headers } }) => {
    const answer = await api.send<unknown>(method, withQuery(path, query), body, headers ? { headers } : {});
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  });
