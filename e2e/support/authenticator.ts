import { clientOf } from '@postern/testkit/client';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { sessionOf } from './actors.ts';
import { until } from './until.ts';

const STEP_MS = 30_000;
/** What a busy machine may need from the code to the answer: a code is not taken of a step that ends sooner. */
const ROOM_MS = 12_000;

/** The oldest step whose code is still good when it arrives: the one before this, or at its end this one. */
const oldest = (): number => Math.floor((Date.now() + ROOM_MS) / STEP_MS) - 1;

/** Somebody's authenticator app. Each code it gives belongs to a step of its own, as the server takes none twice. */
export function createApp(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) });
  // The step before this one is still good, so the first code needs no waiting, and neither does the second or third.
  let at = oldest();
  return async () => {
    at = Math.max(at, oldest());
    if (at > Math.floor(Date.now() / STEP_MS) + 1)
      await until('the next code is due', 90_000, async () => Date.now() > (at - 1) * STEP_MS + 500);
    const code = totp.generate({ timestamp: at * STEP_MS });
    at += 1;
    return code;
  };
}

/** Binds an app to somebody with the usual password. Their other logins end with it. @returns the app */
export async function bindApp(origin: string, username: string): Promise<() => Promise<string>> {
  const { confirm, profile } = clientOf(await sessionOf(origin, username, TEST_PASSWORD));
  await confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
  const app = createApp((await profile.otpStart()).secret);
  await profile.otpBind({ code: await app() });
  return app;
}

/** A device with a fingerprint reader in Chromium: it makes keys and signs without anybody touching it. */
export async function plugInAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
