import { afterEach } from 'vitest';
import { openPages, shootFailure } from './browser.ts';

// A failure in a browser says what the pages showed, because the run's end is often all that is kept of it.
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (!error) return;
  for (const page of openPages()) {
    const shown = await page
      .evaluate(() => document.body.innerText, undefined)
      .then((text: string) => text.replaceAll(/\s+/g, ' ').trim())
      .catch((failure: Error) => failure.message);
    const line = `\npage: ${page.url()} shows ${shown.slice(0, 400)}`;
    error.message += line;
    if (error.stack) error.stack += line;
    await shootFailure(page, task.name);
  }
});

// The part of the browser's world that is needed in the page.
declare const document: { body: { innerText: string } };
