import { z } from 'zod';
import { handedSession } from '../transport/handed.ts';
import type { SessionTab } from './tabs-state.ts';

/**
 * A tab that goes into a window of its own. The new page asks the one that opened it, and is given its session, or a token that opens one anew, by messages
 * between the two: nothing of that stands in an address. Both are of this origin, or nothing is answered.
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
  handed: handedSession.optional(),
});
const asked = z.object({ postern: z.literal('asks') });
const given = z.object({ postern: z.literal('session'), tab: handedTab });
const taken = z.object({ postern: z.literal('taken') });

/** Whether this page was opened to take a session over. */
export const expectsHandover = (search: string): boolean => new URLSearchParams(search).has('handover');

/**
 * Waits until the opened window asks, gives it the tab, and waits until its session is there. False when the window was closed before, or there is nothing
 * to give.
 *
 * @param give finds out what
 */
export async function handOver(opened: Window, give: () => Promise<SessionTab | null>): Promise<boolean> {
  const heard = listen(opened);
  try {
    const copy = (await heard.until(asked)) ? await give() : null;
    if (!copy) return false;
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

/**
 * Asks the page that opened this one for the session. Answers what stops the asking.
 *
 * @param onTab what it is given, and how to say that it is here
 */
export function takeOver(onTab: (tab: SessionTab, here: () => void) => void): () => void {
  const opener = window.opener as Window | null;
  if (!opener) return () => undefined;
  let done = false;
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const parsed = source === opener && origin === window.location.origin && !done ? given.safeParse(data) : undefined;
    if (!parsed?.success) return;
    done = true;
    const { handed, ...tab } = parsed.data.tab;
    onTab({ ...tab, ...(handed ? { handed } : {}), attempt: 1, phase: 'connecting', group: null }, () =>
      opener.postMessage({ postern: 'taken' }, window.location.origin),
    );
  };
  window.addEventListener('message', onMessage);
  opener.postMessage({ postern: 'asks' }, window.location.origin);
  return () => window.removeEventListener('message', onMessage);
}
