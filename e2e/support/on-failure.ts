import { afterEach } from 'vitest';
import { openPages, shootFailure } from './browser.ts';

// A failure in a browser says what the pages showed, because the run's end is often all that is kept of it.
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (!error) return;
  for (const page of openPages()) {
    const main = page.getByRole('main');
    const shown = await ((await main.count().catch(() => 0)) > 0 ? main.first() : page.locator('body'))
      .ariaSnapshot({ timeout: 10_000 })
      .catch((failure: Error) => failure.message);
    const line = `\npage: ${page.url()} shows ${shown.replaceAll(/\s+/g, ' ').slice(0, 1_500)}`;
    error.message += line;
    if (error.stack) error.stack += line;
    await shootFailure(page, task.name);
  }
});
