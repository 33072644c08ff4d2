import { onTestFinished } from 'vitest';

/** One request as the network saw it. */
export interface Asked {
  method: string;
  /** Below `/api/v1/`. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** What the server says: a body with status 200, or a status with its body. */
export type Answer = object | { status: number; body: unknown };

const isStatus = (answer: object): answer is { status: number; body: unknown } =>
  'status' in answer && typeof answer.status === 'number' && 'body' in answer;

/**
 * Stands in for the network of one test: `answers` maps `GET users/users/` to what the server says. A request without an answer gets
 * a 404, as from the server. Gives back the list of requests, which grows.
 */
export function serve(answers: Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>): Asked[] {
  const before = globalThis.fetch;
  const log: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://console.test');
    const asked: Asked = {
      method: init?.method ?? 'GET',
      path: url.pathname.replace('/api/v1/', ''),
      query: url.searchParams,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
    };
    log.push(asked);
    const found = answers[`${asked.method} ${asked.path}`] ?? { status: 404, body: { detail: 'Not found.' } };
    const answer = typeof found === 'function' ? await found(asked) : found;
    const { status, body } = isStatus(answer) ? answer : { status: 200, body: answer };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  onTestFinished(() => {
    globalThis.fetch = before;
  });
  return log;
}
