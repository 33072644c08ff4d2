import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Somebody's authenticator app. Each code it gives belongs to a step of its own, as the server takes none twice. */
export function createApp(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) });
  // The step before this one is still good, so the first code needs no waiting, and neither does the second or third.
  let at = Math.floor(Date.now() / 30_000) - 1;
  return async () => {
    const now = Math.floor(Date.now() / 30_000);
    if (at < now - 1) at = now - 1;
    if (at > now + 1) await until('the next code is due', 90_000, async () => Date.now() > (at - 1) * 30_000 + 500);
    const code = totp.generate({ timestamp: at * 30_000 });
    at += 1;
    return code;
  };
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
