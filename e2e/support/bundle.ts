import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { ARTEFACTS, type Browser } from './browser.ts';
import { takePicture } from './picture.ts';
import { until } from './until.ts';

const entry = fileURLToPath(new URL('../../apps/server/src/postern.ts', import.meta.url));

/** `postern evidence verify` on a machine that has neither settings nor a database. */
export async function verifyEvidence(file: string, fingerprint: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [entry, 'evidence', 'verify', file, '--key', fingerprint], {
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, wrong, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + wrong };
}

/** Opens the page of a bundle from the disk, without a network: it plays, seeks and jumps, and asks nobody for anything. */
export async function playsOffline(browser: Browser, file: string): Promise<void> {
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const asked: string[] = [];
  const wrong: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  context.on('weberror', (error) => wrong.push(error.error().message));
  try {
    const page = await context.newPage();
    const address = pathToFileURL(file).href;
    await page.goto(address);
    await page.getByRole('button', { name: 'Pause' }).click();
    const shown = async (words: string) => ((await page.locator('.xterm').textContent()) ?? '').replaceAll('\u00a0', ' ').includes(words);
    await page
      .getByRole('complementary', { name: 'Commands' })
      .getByRole('button', { name: /it-is-/ })
      .click();
    const seekBar = page.getByRole('slider');
    await until('its output on the screen', 20_000, async () => {
      // In small steps: five seconds on, other output may have moved it off the screen.
      await seekBar.press('ArrowRight');
      return shown('it-is-42-here');
    });
    await takePicture(page, `${ARTEFACTS}main-job-bundle.png`);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, `${ARTEFACTS}main-job-bundle-phone.png`);
    expect(asked).toEqual([address]);
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
  }
}
