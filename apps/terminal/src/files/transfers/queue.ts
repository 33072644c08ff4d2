import type { LocalItem } from '../local/items.ts';
import { localName } from '../names.ts';
import type { Entry, SftpClient } from '../sftp/client.ts';
import { joinPath } from '../sftp/paths.ts';
import type { Control } from '../sftp/stream.ts';
import { createArchive, createDownload, type Download } from './download.ts';
import { openSink, type Sink } from './save.ts';
import { type Answer, type Conflict, failureOf, type Transfer, type TransferState } from './transfer.ts';
import { type Batch, createUpload, type Upload } from './upload.ts';

/** Transfers that run at a time; further ones wait. */
const AT_ONCE = 3;
const TICK_MS = 500;
/** How much of the speed shown is that of the last tick. */
const FRESH = 0.3;

/** The transfers of one tab. They outlive a line: what broke off with it goes on over the next. */
export interface TransferQueue {
  subscribe(listener: () => void): () => void;
  list(): readonly Transfer[];
  upload(items: readonly LocalItem[], folder: string): void;
  /** Asks where to; has to be called for a click. */
  download(folder: string, entries: readonly Entry[]): Promise<void>;
  pause(id: number): void;
  resume(id: number): void;
  cancel(id: number): void;
  retry(id: number): void;
  /** Takes away what is over. */
  clear(): void;
  /** There is a new line, or none. */
  over(client: SftpClient | null): void;
  stop(): void;
}

interface QueueEvents {
  ask(conflict: Conflict): Promise<Answer>;
  /** Something in this folder is another now. */
  changed(folder: string): void;
}

interface Job {
  id: number;
  work: Upload | Download;
  sink: Sink | undefined;
  stop: AbortController;
  gate: PromiseWithResolvers<void> | undefined;
}

const OVER: ReadonlySet<TransferState> = new Set(['done', 'failed', 'cancelled']);
export const isOver = ({ state }: Pick<Transfer, 'state'>): boolean => OVER.has(state);

export function createQueue(events: QueueEvents): TransferQueue {
  const listeners = new Set<() => void>();
  const jobs = new Map<number, Job>();
  let transfers: readonly Transfer[] = [];
  let client: SftpClient | null = null;
  let last = 0;
  let before = new Map<number, number>();
  /** Conflicts are asked about one after the other. */
  let asking: Promise<unknown> = Promise.resolve();
  /** What has moved since the list was drawn last. */
  const pending = new Map<number, { bytes: number; files: number; skipped: number }>();

  function show(next: readonly Transfer[]): void {
    transfers = next;
    for (const listener of listeners) listener();
  }
  const find = (id: number): Transfer | undefined => transfers.find((one) => one.id === id);
  const set = (id: number, patch: Partial<Transfer>): void => {
    settle();
    show(transfers.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  };

  function settle(): void {
    if (pending.size === 0) return;
    transfers = transfers.map((one) => {
      const more = pending.get(one.id);
      return more ? { ...one, bytes: one.bytes + more.bytes, files: one.files + more.files, skipped: one.skipped + more.skipped } : one;
    });
    pending.clear();
  }
  const count = (id: number, more: { bytes?: number; files?: number; skipped?: number }): void => {
    const so = pending.get(id) ?? { bytes: 0, files: 0, skipped: 0 };
    pending.set(id, {
      bytes: so.bytes + (more.bytes ?? 0),
      files: so.files + (more.files ?? 0),
      skipped: so.skipped + (more.skipped ?? 0),
    });
  };

  let ticking: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    const running = transfers.some(({ state }) => state === 'running');
    if (pending.size === 0 && !running) return;
    settle();
    const now = new Map(transfers.map(({ id, bytes }) => [id, bytes]));
    show(
      transfers.map((one) => {
        if (one.state !== 'running') return one;
        const rate = (one.bytes - (before.get(one.id) ?? one.bytes)) / (TICK_MS / 1000);
        return { ...one, speed: one.speed === 0 ? rate : one.speed * (1 - FRESH) + rate * FRESH };
      }),
    );
    before = now;
  };

  function fill(): void {
    if (!client) return;
    const busy = transfers.filter(({ state }) => state === 'running' || state === 'asking').length;
    for (const { id } of transfers.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - busy))) void run(id, client);
  }

  async function run(id: number, over: SftpClient): Promise<void> {
    const job = jobs.get(id);
    if (!job) return;
    const stop = new AbortController();
    job.stop = stop;
    const control: Control = { signal: stop.signal, ready: () => job.gate?.promise ?? Promise.resolve() };
    set(id, { state: 'running', failure: null, speed: 0 });
    try {
      await job.work.run(over, control);
      set(id, { state: 'done' });
      jobs.delete(id);
    } catch (error) {
      // Cancelled: the list says so already.
      if (!stop.signal.aborted) set(id, { state: 'failed', failure: failureOf(error, find(id)?.name ?? '') });
    }
    const { way, place } = find(id) ?? {};
    if (way === 'upload' && place !== undefined) events.changed(place);
    fill();
  }

  function add(transfer: Pick<Transfer, 'way' | 'name' | 'place' | 'total'>, work: (id: number) => Job['work'], sink?: Sink): void {
    last += 1;
    const id = last;
    jobs.set(id, { id, work: work(id), sink, stop: new AbortController(), gate: undefined });
    show([...transfers, { ...transfer, id, state: 'waiting', bytes: 0, files: 0, skipped: 0, speed: 0, failure: null }]);
    fill();
  }

  const counting = (id: number) => ({
    moved: (bytes: number) => count(id, { bytes }),
    file: (skipped: boolean) => count(id, skipped ? { skipped: 1 } : { files: 1 }),
  });

  function asker(id: number): (conflict: Conflict) => Promise<Answer> {
    return (conflict) => {
      const asked = asking.then(async () => {
        jobs.get(id)?.stop.signal.throwIfAborted();
        set(id, { state: 'asking' });
        const answer = await events.ask(conflict);
        if (find(id)?.state === 'asking') set(id, { state: 'running' });
        return answer;
      });
      asking = asked.catch(() => undefined);
      return asked;
    };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      ticking ??= setInterval(tick, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(ticking);
        ticking = undefined;
      };
    },
    list: () => transfers,
    upload(items, folder) {
      const batch: Batch = { decided: null, many: items.length > 1 };
      for (const item of items) {
        add({ way: 'upload', name: item.name, place: folder, total: item.size }, (id) =>
          createUpload(item, folder, batch, { ...counting(id), ask: asker(id) }),
        );
      }
    },
    async download(folder, entries) {
      const [only] = entries;
      if (!only) return;
      if (entries.length === 1 && only.kind !== 'folder') {
        const path = joinPath(folder, only.name);
        const [sink, wanted] = await Promise.all([openSink(localName(only.name)), client?.stat(path)]);
        if (!sink || !wanted) return;
        add(
          { way: 'download', name: only.name, place: folder, total: wanted.size },
          (id) => createDownload(path, wanted, sink, counting(id)),
          sink,
        );
        return;
      }
      const name = `${localName(entries.length === 1 ? only.name : folder.slice(folder.lastIndexOf('/') + 1) || 'files')}.zip`;
      const sink = await openSink(name);
      const total = entries.every(({ kind }) => kind === 'file') ? entries.reduce((sum, { size }) => sum + size, 0) : null;
      if (sink) add({ way: 'download', name, place: folder, total }, (id) => createArchive(folder, entries, sink, counting(id)), sink);
    },
    pause(id) {
      const job = jobs.get(id);
      if (!job || find(id)?.state !== 'running') return;
      job.gate = Promise.withResolvers();
      set(id, { state: 'paused', speed: 0 });
      fill();
    },
    resume(id) {
      const job = jobs.get(id);
      if (!job || find(id)?.state !== 'paused') return;
      set(id, { state: 'running' });
      job.gate?.resolve();
      job.gate = undefined;
    },
    cancel(id) {
      const job = jobs.get(id);
      if (!job) return;
      jobs.delete(id);
      set(id, { state: 'cancelled', speed: 0 });
      job.stop.abort();
      job.gate?.resolve();
      void job.sink?.abort();
      fill();
    },
    retry(id) {
      if (find(id)?.state !== 'failed') return;
      // An archive is counted anew.
      set(id, {
        state: 'waiting',
        failure: null,
        ...(find(id)?.name.endsWith('.zip') && find(id)?.way === 'download' ? { bytes: 0, files: 0, skipped: 0 } : {}),
      });
      fill();
    },
    clear() {
      for (const one of transfers.filter(isOver)) {
        void jobs.get(one.id)?.sink?.abort();
        jobs.delete(one.id);
      }
      show(transfers.filter((one) => !isOver(one)));
    },
    over(next) {
      client = next;
      if (!next) {
        // What is paused would wait for a line that is gone.
        for (const job of jobs.values()) job.gate?.resolve();
        for (const job of jobs.values()) job.gate = undefined;
        return;
      }
      for (const { id, failure } of transfers) if (failure?.kind === 'lost') set(id, { state: 'waiting', failure: null });
      fill();
    },
    stop() {
      for (const job of jobs.values()) {
        job.stop.abort();
        job.gate?.resolve();
        void job.sink?.abort();
      }
      jobs.clear();
    },
  };
}
