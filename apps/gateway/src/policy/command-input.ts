import { isModuleFrame } from '@postern/contract/module-input';
import type { FileCopy } from '../recording/file-copies.ts';
import { type CopiedFile, createScpStream, scpDirection } from '../recording/scp-stream.ts';
import type { CommandPolicy } from './command-policy.ts';
import { createLineFilter, type Filtered, type JudgedLine } from './line-filter.ts';

/** A line without an end goes on after this much silence: programs that ask for single keys wait for it. */
const QUIET_MS = 100;

/** Programs that take commands from their standard input. It decides what is listed, never what is judged or recorded. */
const TAKES_COMMANDS =
  /^(?:[a-z]{0,5}sh|su|eval|source|xargs|parallel|batch|at|ed|ex|read|python[\d.]*|perl|ruby|node|lua|php|tclsh|expect|psql|mysql|mariadb|sqlite3|redis-cli|mongosh)$/;

function takesCommands(command: string): boolean {
  const words = command.split(/[\s;&|(){}<>'"=]+/).map((word) => word.slice(word.lastIndexOf('/') + 1));
  return words.some((word) => TAKES_COMMANDS.test(word)) || (words.includes('sudo') && words.some((word) => /^-[a-zA-Z]*[is]$/.test(word)));
}

/** Protocols of programs, not lines of people: one plain command, with nothing of a shell around it. */
const PROTOCOL = /^(?:rsync --server|git[ -](?:upload-pack|receive-pack|upload-archive)) [^;&|`$()<>\n\r]*$/;

export interface InputEdge {
  forward(bytes: Buffer): void;
  record(bytes: Buffer): void;
  /** A line to be listed as a command. */
  line(line: JudgedLine): void;
  /** Begins the copy of a file that is sent; undefined where none is kept. */
  copy(): FileCopy | undefined;
  copied(file: CopiedFile): void;
  /** A line that may not go on: nothing behind it does either. */
  refuse(line: JudgedLine): void;
}

/** The way from the person into the standard input of a command without a terminal: kept, judged, then handed on. */
export interface CommandInput {
  push(bytes: Buffer): void;
  end(): void;
  stop(): void;
}

/** @param policy asked for each line, so that it may change meanwhile */
export function createCommandInput(
  command: string,
  policy: () => CommandPolicy,
  reading: ((bytes: Buffer) => string) | undefined,
  edge: InputEdge,
): CommandInput {
  const scp = scpDirection(command) === 'upload' ? createScpStream(edge.copy) : undefined;
  const filter = createLineFilter(policy, reading);
  const listed = takesCommands(command);
  const protocol = PROTOCOL.test(command);
  let quiet: NodeJS.Timeout | undefined;
  let stopped = false;

  function hand({ pass, lines, refused }: Filtered): void {
    if (pass.length > 0) edge.forward(pass);
    for (const line of lines) {
      const last = refused && line === lines.at(-1);
      if (last) edge.refuse(line);
      else if (line.text.trim() !== '' && (line.decision.action !== 'accept' || (listed && !isModuleFrame(line.text)))) edge.line(line);
    }
    stopped ||= refused;
  }

  /** What is no file and no protocol may be a line of somebody. */
  function judge(bytes: Buffer): void {
    if (bytes.length === 0) return;
    edge.record(bytes);
    const free = protocol || (policy().rules.length === 0 && !listed && !filter.holds());
    if (free) edge.forward(bytes);
    else hand(filter.push(bytes));
    clearTimeout(quiet);
    if (filter.holds() && !stopped) quiet = setTimeout(() => hand(filter.pause()), QUIET_MS);
  }

  return {
    push(bytes) {
      if (stopped) return;
      if (!scp) return judge(bytes);
      const { pass, messages, files, rest } = scp.take(bytes);
      if (messages.length > 0) edge.record(messages);
      if (pass.length > 0) edge.forward(pass);
      files.forEach(edge.copied);
      judge(rest);
    },
    end() {
      clearTimeout(quiet);
      if (stopped) return;
      const left = scp?.end();
      left?.files.forEach(edge.copied);
      if (left) judge(left.rest);
      clearTimeout(quiet);
      if (!stopped) hand(filter.end());
    },
    stop() {
      stopped = true;
      clearTimeout(quiet);
    },
  };
}
