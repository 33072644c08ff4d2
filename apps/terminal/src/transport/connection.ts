import type { TerminalClose, TerminalResume, TerminalSessionData } from '@postern/contract/frames';
import type { EndReason } from '@postern/contract/session-end';
import { decodeMessage, encode, type ServerMessage } from './codec.ts';
import type { Connection, ConnectionEvents, ConnectionOptions, Ending } from './connection-parts.ts';
import { returnUrl } from './endpoint.ts';
import { createInputQueue } from './input-queue.ts';
import { createRetry, type Retry } from './retry.ts';
import { closeSocket, detailOf, openSocket, PING_MS, sendOn, standsOpen } from './socket.ts';
import { createUnsent, type InputMessage } from './unsent.ts';

/** A gateway that is there answers within this. */
const ANSWER_MS = 10_000;
/** Bytes of output after which the gateway is told that they came, and milliseconds after which it is told anyway. */
const ACK_BYTES = 32 * 1024;
const ACK_MS = 1_000;
/** Said of a session that is there, and could not be reached from where the page came to. */
const MAY_BE_FOUND: ReadonlySet<EndReason> = new Set(['carried_elsewhere', 'carrier_silent']);

/**
 * Opens the terminal socket (docs/wire/components.md#the-terminal-socket) and speaks its envelope. `url` is absolute (ws or wss)
 * and may still have to be asked for; what is typed until then is kept, and so is what is typed while the line is lost. Nothing
 * here draws, and nothing throws: whatever happens ends in `onEnd`, exactly once.
 */
export function openConnection(url: Promise<string>, { returns, code, from }: ConnectionOptions, events: ConnectionEvents): Connection {
  let socket: WebSocket | undefined;
  let address = '';
  let id = '';
  let ended = false;
  let lastError = '';
  let entered = false;
  let resume: (Omit<TerminalResume, 'received'> & { session: string }) | undefined = from;
  let lost: Retry | undefined;
  /** What the last try to come back was told. */
  let elsewhere: TerminalClose | null = null;
  let heard = 0;
  let received = from?.received ?? 0;
  let acked = received;
  let acking: ReturnType<typeof setTimeout> | undefined;
  const unsent = createUnsent(from);
  /** Messages that came since another page was offered the session. */
  let waiting: (string | ArrayBuffer)[] | undefined;
  /** Whether what is sent has to be kept until the gateway has it. */
  let keeps = returns;

  const isOpen = (): boolean => id !== '' && standsOpen(socket);
  const send = (data: InputMessage): void => sendOn(socket, data);
  const sendInput = (message: InputMessage): void => send(typeof message === 'string' ? encode.data(id, message) : message);
  function transmit(message: InputMessage): void {
    if (keeps) unsent.sent(message);
    sendInput(message);
  }
  const input = createInputQueue(
    { ready: () => isOpen() && !lost && !waiting, buffered: () => Math.max(socket?.bufferedAmount ?? 0, unsent.size()), send: transmit },
    events.onPending,
  );
  if (from) input.push(from.rest);

  /** Asks whether anybody is there; a line that is silent after that is dead, whatever the browser thinks of it. */
  function probe(): void {
    const asked = socket;
    if (!isOpen()) return;
    const before = heard;
    send(encode.ping(id));
    if (resume) setTimeout(() => heard === before && asked && lose(asked), ANSWER_MS);
  }
  const ping = setInterval(probe, PING_MS);
  const network = (): void => (lost ? lost.now() : probe());
  window.addEventListener('online', network);
  window.addEventListener('offline', network);

  function end(ending: Ending): void {
    if (ended) return;
    ended = true;
    clearInterval(ping);
    clearTimeout(acking);
    lost?.stop();
    window.removeEventListener('online', network);
    window.removeEventListener('offline', network);
    input.clear();
    unsent.clear();
    closeSocket(socket);
    events.onEnd(ending);
  }

  function acknowledge(): void {
    clearTimeout(acking);
    acking = undefined;
    if (!resume || !isOpen()) return;
    acked = received;
    send(encode.ack(id, received));
  }

  function take(bytes: Uint8Array): void {
    received += bytes.length;
    events.onOutput(bytes);
    if (!resume) return;
    if (received - acked >= ACK_BYTES) acknowledge();
    else acking ??= setTimeout(acknowledge, ACK_MS);
  }

  /** The socket is gone without a word. Its session is still there, for whoever has the secret of it. */
  function lose(dead: WebSocket): void {
    if (ended || dead !== socket || waiting) return;
    socket = undefined;
    id = '';
    dead.close();
    if (!resume) {
      end({ close: null, detail: lastError });
      return;
    }
    if (lost) {
      lost.failed();
      return;
    }
    lost = createRetry(
      resume.seconds * 1000,
      () => resume && open(returnUrl(address, resume.session)),
      () => end({ close: elsewhere, detail: '' }),
    );
    events.onLost(lost.until);
  }

  function greet(): void {
    const more = code === undefined ? {} : { code };
    if (!resume) {
      send(encode.init(id, events.size(), returns ? { ...more, resume: true } : more));
      // What was typed meanwhile; the gateway keeps it until the shell is there.
      input.start();
      return;
    }
    const { session, secret } = resume;
    send(encode.init(id, events.size(), { resume: { session, secret, received } }));
  }

  function enter(data: TerminalSessionData): void {
    resume = data.resume && { ...data.resume, session: data.session.id };
    keeps = resume !== undefined;
    if (data.resume) unsent.came(data.resume.received);
    else unsent.clear();
    const taken = from !== undefined && !entered;
    entered = true;
    if (!lost || taken) events.onSession(data);
    if (!lost && !taken) return;
    if (lost) {
      lost.stop();
      lost = undefined;
      elsewhere = null;
      events.onLost(null);
    }
    for (const message of unsent.all()) sendInput(message);
    input.start();
  }

  function receive(message: ServerMessage): void {
    switch (message.kind) {
      case 'connect':
        id = message.id;
        greet();
        return;
      case 'session':
        enter(message.data);
        return;
      case 'ack':
        unsent.came(message.received);
        return;
      case 'restart':
        events.onRestart(Date.now() + message.seconds * 1000);
        return;
      case 'resize':
        events.onResize(message);
        return;
      case 'error':
        // What is refused of a session that stands is not why it ends.
        if (!entered) lastError = message.detail;
        events.onError(message.detail);
        return;
      case 'close':
        // Another node may answer the next try, or reach the gateway by then.
        if (lost && message.close && MAY_BE_FOUND.has(message.close.reason)) {
          elsewhere = message.close;
          if (socket) lose(socket);
          return;
        }
        end({ close: message.close, detail: message.detail || lastError });
        return;
      case 'ping':
        send(encode.pong(id));
        return;
      case 'ignored':
      case 'transfer':
        return;
      default:
        events.onNews(message, id);
    }
  }

  function hear(data: string | ArrayBuffer): void {
    heard += 1;
    if (typeof data === 'string') receive(decodeMessage(data));
    else take(new Uint8Array(data));
  }

  function open(to: string): void {
    if (ended) return;
    const made = openSocket(
      to,
      (data) => {
        if (ended || made !== socket) return;
        if (waiting) waiting.push(data);
        else hear(data);
      },
      () => lose(made),
    );
    socket = made;
    // A network that swallows everything would otherwise be waited for until the time is up.
    if (lost) setTimeout(() => lost && made === socket && lose(made), ANSWER_MS);
  }
  url.then(
    (found) => {
      address = found;
      open(found);
    },
    (error: unknown) => end({ close: null, detail: detailOf(error) }),
  );

  return {
    type: (text) => {
      if (!ended) input.push(text);
    },
    typeBytes: (bytes) => {
      if (isOpen() && !lost && !waiting) transmit(new Uint8Array(bytes));
    },
    resize: ({ cols, rows }) => {
      if (isOpen()) send(encode.resize(id, cols, rows));
    },
    ask: (type, data) => send(encode.ask(id, type, data)),
    cancelInput: () => input.clear(),
    retry: () => lost?.now(),
    release() {
      if (!resume || !entered || lost || waiting || !isOpen()) return null;
      waiting = [];
      const { session, secret, seconds } = resume;
      return { address, session, secret, seconds, received, came: unsent.arrived(), unsent: [...unsent.all()], rest: input.rest() };
    },
    takeBack() {
      const missed = waiting ?? [];
      waiting = undefined;
      for (const data of missed) if (!ended) hear(data);
      if (socket && socket.readyState !== WebSocket.OPEN) lose(socket);
      input.start();
    },
    close: () => {
      if (!waiting) send(encode.close(id));
      end({ close: { reason: 'user_closed', params: {} }, detail: '' });
    },
  };
}
