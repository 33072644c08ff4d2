/** Where a download goes. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Everything that came before is forgotten. */
  restart(): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** The browser keeps what it cannot write to a file at once; more than this it is not asked to. */
export const MOST_KEPT = 1024 * 1024 * 1024;
/** What is handed over to the browser in one piece. */
const PIECE = 8 * 1024 * 1024;

export class TooLarge extends Error {}

interface Writable {
  write(data: Uint8Array | { type: 'truncate'; size: number } | { type: 'seek'; position: number }): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}
interface Picker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{ createWritable(): Promise<Writable> }>;
}

/** Asks where to, where the browser can; has to be called for a click. Undefined when the person thought better of it. */
export async function openSink(name: string): Promise<Sink | undefined> {
  const picker = window as Picker;
  if (!picker.showSaveFilePicker) return blobSink(name);
  try {
    const handle = await picker.showSaveFilePicker({ suggestedName: name });
    return diskSink(await handle.createWritable());
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // Pages in frames, and policies of a browser, may not ask.
    if (error instanceof DOMException && error.name === 'SecurityError') return blobSink(name);
    throw error;
  }
}

const diskSink = (file: Writable): Sink => ({
  write: (bytes) => file.write(bytes),
  async restart() {
    await file.write({ type: 'truncate', size: 0 });
    await file.write({ type: 'seek', position: 0 });
  },
  close: () => file.close(),
  abort: () => file.abort().catch(() => undefined),
});

/** Kept by the browser, beside the page's own memory, and saved at the end. */
function blobSink(name: string): Sink {
  let parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let opened = 0;
  let total = 0;
  const hand = (): void => {
    if (opened > 0) parts.push(new Blob(open));
    open = [];
    opened = 0;
  };
  const forget = async (): Promise<void> => {
    [parts, open, opened, total] = [[], [], 0, 0];
  };
  return {
    async write(bytes) {
      total += bytes.length;
      if (total > MOST_KEPT) throw new TooLarge();
      open.push(bytes.slice());
      opened += bytes.length;
      if (opened >= PIECE) hand();
    },
    restart: forget,
    async close() {
      hand();
      const address = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      // The browser has taken it over by the next minute.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      await forget();
    },
    abort: forget,
  };
}
