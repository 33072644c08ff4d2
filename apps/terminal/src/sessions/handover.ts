import { z } from 'zod';
import type { SessionTab } from './tabs-state.ts';

/**
 * A tab that goes into a window of its own. The new page asks the one that opened it, and is given what it opens by messages between the two: no
 * token stands in an address. Both are of this origin, or nothing is answered.
 */

export const HANDOVER_ADDRESS = '/luna/connect?handover=1';
const LOOK_MS = 400;

const text = z.string().max(512);
const handedTab = z.object({
  key: text,
  title: text,
  target: z.object({ assetId: text, assetName: text, address: text, type: text }),
  account: text,
  protocol: text,
  method: text,
  files: z
    .object({
      asset: text,
      account: text,
      protocol: text,
      connect_method: text,
      input_username: text,
      input_secret: z.literal(''),
      connect_options: z.record(z.string(), z.string()),
    })
    .nullable(),
  tokenId: text,
  options: z.record(z.string(), z.string()),
});
const asked = z.object({ postern: z.literal('asks') });
const given = z.object({ postern: z.literal('session'), tab: handedTab });
const taken = z.object({ postern: z.literal('taken') });

/** Whether this page was opened to take a session over. */
export const expectsHandover = (search: string): boolean => new URLSearchParams(search).has('handover');

/**
 * Waits until the opened window asks, and gives it the tab. False when the window was closed before, or `tab` has nothing to give.
 *
 * @param tab what to give, found out meanwhile
 */
export async function handOver(opened: Window, tab: Promise<SessionTab | null>): Promise<boolean> {
  const heard = listen(opened);
  try {
    const copy = await tab;
    if (!copy || !(await heard.until(asked))) return false;
    opened.postMessage({ postern: 'session', tab: handedTab.parse(copy) }, window.location.origin);
    return await heard.until(taken);
  } finally {
    heard.stop();
  }
}

/** What the window at the other end says, from now on. */
function listen(opened: Window) {
  const messages: unknown[] = [];
  let look = (): void => undefined;
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== opened || origin !== window.location.origin) return;
    messages.push(data);
    look();
  };
  window.addEventListener('message', onMessage);
  return {
    until: (shape: z.ZodType) =>
      new Promise<boolean>((resolve) => {
        const timer = setInterval(() => look(), LOOK_MS);
        look = () => {
          const found = messages.some((message) => shape.safeParse(message).success);
          if (!found && !opened.closed) return;
          clearInterval(timer);
          resolve(found);
        };
        look();
      }),
    stop: () => window.removeEventListener('message', onMessage),
  };
}

/** Asks the page that opened this one for the session. Answers what stops the asking. */
export function takeOver(onTab: (tab: SessionTab) => void): () => void {
  const opener = window.opener as Window | null;
  if (!opener) return () => undefined;
  let done = false;
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const parsed = source === opener && origin === window.location.origin && !done ? given.safeParse(data) : undefined;
    if (!parsed?.success) return;
    done = true;
    opener.postMessage({ postern: 'taken' }, window.location.origin);
    onTab({ ...parsed.data.tab, attempt: 1, phase: 'connecting', group: null });
  };
  window.addEventListener('message', onMessage);
  opener.postMessage({ postern: 'asks' }, window.location.origin);
  return () => window.removeEventListener('message', onMessage);
}
