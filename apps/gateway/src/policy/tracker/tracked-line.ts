import type { TypedLine } from '../line-editor.ts';
import type { Verdict } from './tracked-command.ts';

/** Raw bytes kept of what the target echoes while one line is edited. */
export const ECHO_BYTES = 64 * 1024;

/** A line from its first key until the target has shown what became of it. */
export interface TrackedLine {
  /** Text that stood behind the prompt before the first key: the shell put it there (`read -i`, `histverify`). */
  given: string;
  /** Typed while an earlier line was still running: what comes next on the screen need not be its echo. */
  ahead: boolean;
  prompt: Buffer;
  echo: Buffer[];
  echoed: number;
  typed: TypedLine;
  entered: number | null;
  /** What it is listed under; made at Enter. */
  id?: string | undefined;
  /** The guest who entered it. */
  by: string | undefined;
  /** Which bracketed paste it is part of; 0 for none. */
  paste: number;
  verdict: Verdict;
}

export function keepEcho(line: TrackedLine, bytes: Buffer): void {
  const kept = bytes.subarray(0, Math.max(0, ECHO_BYTES - line.echoed));
  if (kept.length === 0) return;
  line.echo.push(Buffer.from(kept));
  line.echoed += kept.length;
}

/** Whether certainly nothing was entered. */
export const isEmpty = (typed: TypedLine): boolean => typed.exact && typed.text.trim() === '';
