import { type HttpCatcher, startHttpCatcher } from '@postern/testkit/http-catcher';
import type { TestServer } from './harness.ts';

/** Somebody who carries text messages, and how they answer: 200 unless told. */
export interface Texts extends HttpCatcher {
  status: number;
  /** Numbers and codes, in the order in which they came. */
  sent(): { phone: string; code: string }[];
}

/** Points the product at a service of one's own, and switches codes by text message on. The server allows 127.0.0.1. */
export async function withTexts(server: TestServer): Promise<Texts> {
  const catcher = await startHttpCatcher((_, response) => void response.writeHead(texts.status).end());
  const texts: Texts = {
    ...catcher,
    status: 200,
    sent: () =>
      catcher.requests.map(({ path }) => {
        const { searchParams } = new URL(path, catcher.origin);
        return { phone: searchParams.get('phone_numbers') ?? '', code: searchParams.get('code') ?? '' };
      }),
  };
  await server.platform.asSystem('test', (ctx) =>
    server.platform.systemSettings.set(ctx, { SMS_ENABLED: true, SMS_BACKEND: 'custom', CUSTOM_SMS_URL: `${catcher.origin}/send` }),
  );
  return texts;
}
