import type { Api, Json } from '@postern/testkit/api';
import { expect } from 'vitest';

/** Makes what a test is about: the answer's body. Not made is a test that fails, with what the server said. */
export async function made(api: Api, path: string, body: object): Promise<Json> {
  const answer = await api.post<Json>(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
