import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@postern/contract/errors';
import { TERMINAL } from '../../../platform/http/pages.ts';

/** Packed bytes of a recording that a page carries itself; a larger one is opened from beside it. */
const MAX_CARRIED = 64 * 1024 * 1024;
/** Of three bytes each are four characters; pieces of a multiple of three can be written one after the other. */
const PIECE = 3 * 64 * 1024;

/** A page that plays a recording, and its size, before the first of its bytes. */
export interface Page {
  size: number;
  stream: AsyncIterable<Buffer>;
}

/** What stands in a page. */
export interface Shown {
  facts: object;
  commands: readonly object[];
  /** Name of the recording beside the page. */
  name: string;
  size: number;
  open: () => AsyncIterable<Buffer>;
}

const player = (): Promise<string> =>
  readFile(join(TERMINAL.root, 'offline', 'player.js'), 'utf8').catch((cause: unknown) => {
    throw new CodedError('service_unavailable', {}, { cause });
  });

/** JSON that no end of an element, comment or beginning of one can stand in, whatever a target printed. */
const harmless = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');

async function* base64(data: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of data) {
    rest = Buffer.concat([rest, chunk]);
    const whole = rest.length - (rest.length % PIECE);
    if (whole === 0) continue;
    yield Buffer.from(rest.toString('base64', 0, whole), 'latin1');
    rest = rest.subarray(whole);
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

/**
 * One page with everything in it, for a browser without a network (apps/terminal/src/offline). Its policy lets one script run, by its digest,
 * and nothing be fetched; what a target or a person wrote stands in blocks of data, which are never markup.
 * @throws CodedError service_unavailable while the player is not built
 */
export async function offlinePage({ facts, commands, name, size, open }: Shown): Promise<Page> {
  const script = await player();
  const digest = createHash('sha256').update(script).digest('base64');
  // Styles are made while it runs: its own, and those with which the terminal draws its colours.
  const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  const carried = size <= MAX_CARRIED;
  const about = harmless({ facts, commands, name });
  const head = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recording</title>
</head>
<body>
<script type="application/json" id="about">${about}</script>
<script type="text/plain" id="recording">`);
  const tail = Buffer.from(`</script>
<script>${script}</script>
</body>
</html>
`);
  async function* stream(): AsyncGenerator<Buffer> {
    yield head;
    if (carried) yield* base64(open());
    yield tail;
  }
  return { size: head.length + (carried ? 4 * Math.ceil(size / 3) : 0) + tail.length, stream: stream() };
}
