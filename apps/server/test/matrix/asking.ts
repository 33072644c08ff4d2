import type { Json } from '@postern/testkit/api';

/** Asks again while the server has its hands full, mostly while passwords of others are being hashed: everybody here comes from one address, which gets its turn and no more. */
export async function patiently<T extends { status: number; body: Json }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 || answer.body.code !== 'busy') return answer;
  }
}

/** The answer's body, where something was made. */
export const created = (what: string, answer: { status: number; body: Json }): Json => {
  if (answer.status !== 201) throw new Error(`No ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
