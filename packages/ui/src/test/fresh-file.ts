import { afterAll, afterEach, vi } from 'vitest';

// Files of a worker share its document and what comes from packages, which takes longer to load than most files take to run. The modules of the
// apps, and what they keep, are each file's own; and what waits for longer than a test lasts does not come in the middle of another one.

vi.resetModules();

/** Milliseconds from which on something is to come after its test: who is logged in is asked again after 30 s, a saved file is forgotten after 60 s. */
const LATER_MS = 1_000;

const world = globalThis as typeof globalThis & { posternTimers?: Set<NodeJS.Timeout> };
if (!world.posternTimers) {
  const pending = new Set<NodeJS.Timeout>();
  world.posternTimers = pending;
  const followed = <Start extends typeof setTimeout | typeof setInterval>(start: Start, from: number): Start =>
    new Proxy(start, {
      apply(target, self, [then, ms, ...rest]) {
        const timer: NodeJS.Timeout = Reflect.apply(target, self, [then, ms, ...rest]);
        if (ms >= from) pending.add(timer);
        return timer;
      },
    });
  world.setTimeout = followed(world.setTimeout, LATER_MS);
  world.setInterval = followed(world.setInterval, 0);
}

/** Forgets every cookie. The document's own accessor is asked: what a test puts on the document to watch reading does not see what was really written. */
function forgetCookies(): void {
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  const written: string = jar?.get?.call(document) ?? '';
  for (const pair of written.split('; ')) jar?.set?.call(document, `${pair.split('=')[0]}=; max-age=0; path=/`);
}

afterEach(() => {
  forgetCookies();
  for (const timer of world.posternTimers ?? []) clearTimeout(timer);
  world.posternTimers?.clear();
});

afterAll(() => {
  vi.restoreAllMocks();
  // Of somebody who watched both its reading and its writing, what is put back last still has the other one's mock.
  Reflect.deleteProperty(document, 'cookie');
});
