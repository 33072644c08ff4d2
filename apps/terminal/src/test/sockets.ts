import { encodeFrame, type FrameType } from '@postern/contract/frames';
import { vi } from 'vitest';

/** A socket as the page sees it: the network's end is the test's. */
export class Wire extends EventTarget {
  static readonly OPEN = 1;
  readonly url: string;
  readyState: number = Wire.OPEN;
  binaryType = '';
  bufferedAmount = 0;
  /** What the page sent, text frames as what they say. */
  readonly sent: unknown[] = [];
  constructor(url: string) {
    super();
    this.url = url;
  }
  send(data: string | Uint8Array): void {
    if (typeof data !== 'string') this.sent.push([...data]);
    else {
      const { type, data: says } = JSON.parse(data) as { type: string; data: string };
      this.sent.push(says.startsWith('{') ? { type, ...(JSON.parse(says) as object) } : { type, says });
    }
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  /** The gateway says something. */
  says(type: FrameType, data: unknown = ''): void {
    this.dispatchEvent(new MessageEvent('message', { data: encodeFrame(type, data, 'line') }));
  }
  /** The target's output. */
  puts(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: new TextEncoder().encode(text).buffer }));
  }
}

/** Stands in for the network: gives back the sockets that pages open, a list that grows. */
export function wires(): Wire[] {
  const opened: Wire[] = [];
  class Opened extends Wire {
    constructor(url: string) {
      super(url);
      opened.push(this);
    }
  }
  vi.stubGlobal('WebSocket', Opened);
  return opened;
}
