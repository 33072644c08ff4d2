import headless from '@xterm/headless';

/** What the target's line editor shows once a line is entered, read from a terminal emulator. */
export interface EchoedLine {
  /** Text in front of what was typed. */
  prompt: string;
  /** The command as it stands on the screen. */
  text: string;
  /** Whether the line begins with that prompt. Otherwise another one came after the first key, and nobody knows where it ends in `text`. */
  prompted: boolean;
  /** False when the line is longer than the emulator holds: its beginning is not in the text. */
  whole: boolean;
}

export interface EchoRequest {
  cols: number;
  rows: number;
  /** Raw output of the prompt's line before the first key. */
  prompt: Buffer;
  /** Raw output since the first key, up to the line break that answers Enter. */
  echo: Buffer;
}

const MAX_COLS = 300;
const MAX_ROWS = 60;

/**
 * One emulator for all sessions of the process. An emulator per session costs about 320 KB and parses 16 MB/s,
 * so a session keeps only the few raw bytes of the line being edited and has them read here when the line is done.
 */
export interface EchoReader {
  read(request: EchoRequest): Promise<EchoedLine>;
}

export function createEchoReader(): EchoReader {
  let terminal: headless.Terminal | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function readNow(request: EchoRequest): Promise<EchoedLine> {
    terminal ??= new headless.Terminal({ cols: 80, rows: 24, scrollback: 200, allowProposedApi: true, logLevel: 'off' });
    terminal.reset();
    terminal.resize(Math.min(Math.max(request.cols, 2), MAX_COLS), Math.min(Math.max(request.rows, 2), MAX_ROWS));
    await write(terminal, request.prompt);
    const before = logicalLine(terminal);
    const prompt = before.text.slice(0, before.cursor);
    const right = before.text.slice(before.cursor).trim();
    await write(terminal, request.echo);
    const line = logicalLine(terminal);
    const prompted = prompt.trim() !== '' && line.text.startsWith(prompt);
    // What was drawn over is nothing that the target's editor has in its line: without it the echo says what it has.
    if (!prompted && request.prompt.length > 0) return readNow({ ...request, prompt: Buffer.alloc(0) });
    return { prompt, text: withoutRight(withoutPrompt(line.text, prompt), right), prompted, whole: line.whole };
  }

  return {
    read(request) {
      const result = turn.then(() => readNow(request));
      turn = result.catch(() => undefined);
      return result;
    },
  };
}

const write = (terminal: headless.Terminal, bytes: Buffer): Promise<void> => new Promise((done) => terminal.write(bytes, done));

/** The line the cursor is on with its wrapped parts joined, and how many characters of it stand before the cursor. */
function logicalLine(terminal: headless.Terminal): { text: string; cursor: number; whole: boolean } {
  const buffer = terminal.buffer.active;
  const row = buffer.baseY + buffer.cursorY;
  let first = row;
  while (first > 0 && buffer.getLine(first)?.isWrapped) first -= 1;
  let text = '';
  let cursor = 0;
  // The emulator keeps its lines in a ring: asked beyond the last one, it answers with the first ones again.
  for (let at = first; at < buffer.length && (at === first || buffer.getLine(at)?.isWrapped); at += 1) {
    const line = buffer.getLine(at);
    if (at === row) cursor = text.length + (line?.translateToString(false, 0, buffer.cursorX).length ?? 0);
    text += line?.translateToString(false) ?? '';
  }
  return { text: text.trimEnd().padEnd(cursor), cursor, whole: !buffer.getLine(first)?.isWrapped };
}

/** A redrawn prompt (Ctrl+L, a completion list) starts the line as before; otherwise its width is what counts. */
const withoutPrompt = (line: string, prompt: string): string => (line.startsWith(prompt) ? line.slice(prompt.length) : line.trimStart());

/** A prompt drawn at the right margin (zsh, fish) is not part of the command. */
const withoutRight = (text: string, right: string): string =>
  right !== '' && text.trimEnd().endsWith(right) ? text.trimEnd().slice(0, -right.length).trimEnd() : text.trimEnd();
