import { execFileSync, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';
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

/** The page of a bundle, unpacked beside it. */
export function pageOf(bundle: string, session: string): string {
  execFileSync('tar', ['-xf', bundle, '-C', dirname(bundle)]);
  return join(dirname(bundle), `postern-${session}`, 'index.html');
}

/** What the recording shows at the moment. */
export const replayed = async (page: Page): Promise<string> =>
  ((await page.getByTestId('replay').textContent()) ?? '').replaceAll('\u00a0', ' ');

/**
 * Opens the page of a bundle from the disk, without a network, and lets it be used: it asks nobody for anything, nothing goes wrong in it, and
 * it stays the page of that session.
 */
export async function openOffline(browser: Browser, file: string, use: (page: Page) => Promise<void>, locale = 'en-GB'): Promise<void> {
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 }, locale });
  const asked: string[] = [];
  const wrong: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  context.on('weberror', (error) => wrong.push(error.error().message));
  context.on('dialog', (dialog) => wrong.push(dialog.message()));
  try {
    const page = await context.newPage();
    const address = pathToFileURL(file).href;
    await page.goto(address);
    await page.getByTestId('replay').waitFor();
    const title = await page.title();
    await use(page);
    expect([asked, wrong, await page.title()]).toEqual([[address], [], title]);
  } finally {
    await context.close();
  }
}

/** The page of a bundle plays, and jumps to a command: its output comes on the screen. */
export const playsOffline = (browser: Browser, file: string): Promise<void> =>
  openOffline(browser, file, async (page) => {
    await page
      .getByRole('complementary', { name: 'Commands' })
      .getByRole('button', { name: /it-is-/ })
      .click();
    const seekBar = page.getByRole('slider');
    await until('its output on the screen', 20_000, async () => {
      // In small steps: five seconds on, other output may have moved it off the screen.
      await seekBar.press('ArrowRight');
      return (await replayed(page)).includes('it-is-42-here');
    });
  });
