import { open, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Anchor, printAnchor, readAnchor } from './anchor.ts';
import type { AnchorTarget } from './target.ts';

export const anchorFile = (dataDir: string): string => join(dataDir, 'audit-anchors.log');

/**
 * Lines at the end of a file in the data folder. Every worker's machine has one of its own and fills it from the first anchor on, so
 * any of them will do to verify.
 */
export const fileTarget = (dataDir: string): AnchorTarget => ({
  name: `file ${hostname()}:${anchorFile(dataDir)}`,
  async send(anchors) {
    // Appending only: the file may carry the attribute that forbids everything else (chattr +a).
    const file = await open(anchorFile(dataDir), 'a', 0o600);
    try {
      await file.appendFile(anchors.map((anchor) => `${printAnchor(anchor)}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
  },
});

export interface ReadAnchors {
  anchors: Anchor[];
  /** Numbers of lines that hold no anchor. */
  damaged: number[];
}

/** Anchors of a file of ours, or of a syslog's. A file that is not there has none. */
export async function readAnchorFile(path: string): Promise<ReadAnchors> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const found: ReadAnchors = { anchors: [], damaged: [] };
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const anchor = readAnchor(line);
    if (anchor) found.anchors.push(anchor);
    else found.damaged.push(index + 1);
  }
  return found;
}
