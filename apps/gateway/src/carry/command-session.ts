import { charsetName, readingOf } from '../connect/charset.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { SessionServices } from '../pipeline/session-services.ts';
import { createCommandInput } from '../policy/command-input.ts';
import { ACCEPTED, type CommandDecision, type CommandPolicy, compilePolicy, judgeCommand, NOT_ALLOWED } from '../policy/command-policy.ts';
import { fileRightOf, isMoshServer, REFUSED, rsyncPlace } from '../policy/file-rights.ts';
import { plainText } from '../policy/plain-text.ts';
import { MAX_OUTPUT } from '../policy/tracker/tracked-command.ts';
import { type CopiedFile, createScpStream, scpDirection } from '../recording/scp-stream.ts';
import { type StreamEdge, type StreamSession, type StreamStart, type StreamWork, startStreamSession } from './stream-session.ts';

/** Raw bytes kept of the output, enough for the characters the log takes. */
const OUTPUT_BYTES = MAX_OUTPUT * 4;

export interface CommandStart extends StreamStart {
  command: string;
}

/** Carries one command without a terminal (`ssh host command`, scp, rsync, git). */
export const startCommandSession = (start: CommandStart, services: SessionServices): StreamSession =>
  startStreamSession({ ...start, type: 'command' }, (edge) => commandWork(start, edge), services);

function commandWork({ grant: { secret }, command }: CommandStart, edge: StreamEdge): StreamWork {
  let policy: CommandPolicy = compilePolicy(secret.command_filter_acls);
  const judged = () => (isMoshServer(command) ? NOT_ALLOWED : judgeCommand(policy, command));
  let decision = judged();
  let running = false;
  const startedAt = Date.now();
  let output: Buffer = Buffer.alloc(0);
  const right = fileRightOf(command);
  const place = rsyncPlace(command);
  /** Bytes to the target and from it. */
  const moved = { upload: 0, download: 0 };
  const copies = scpDirection(command);
  const download = copies === 'download' ? createScpStream(edge.copy) : undefined;

  /** A file is told by name, size and digest; what is in it is no part of the recording. */
  function copied(way: 'upload' | 'download', file: CopiedFile): void {
    const { name, size, sha256, whole } = file;
    edge.moved(way, file);
    const what = `${size} B sha256:${sha256}${whole ? '' : ' (incomplete)'}`;
    const line = plainText(`${way} ${name}`);
    edge.say(`# ${line} ${what}`);
    edge.list(line, what, ACCEPTED);
  }

  const input = createCommandInput(command, () => policy, readingOf(charsetName(secret)), {
    forward: edge.forward,
    record: (some) => edge.record('in', some),
    line: (line) => edge.list(line.text, '', line.decision),
    copy: edge.copy,
    copied: (file) => copied('upload', file),
    refuse(line) {
      const text = line.text.trim();
      edge.list(text, '', line.decision);
      edge.refuse({ what: text, review: line.decision.action === 'review' }, ruleRefused(line.decision));
    },
  });

  return {
    title: `$ ${command}`,
    opens: ({ exec }) => exec && ((connection, events) => exec.plain(connection, command, events)),
    onFilters(filters) {
      policy = compilePolicy(filters);
      // Once it runs nothing of it can be taken back; only what is still sent into it, and the right to the session.
      if (!running) decision = judged();
    },
    forbidden() {
      running = true;
      if (decision === NOT_ALLOWED) return { what: command, review: false, why: new SessionRefusal('mosh_refused') };
      if (right && !edge.allows(right)) {
        decision = NOT_ALLOWED;
        return { what: command, review: false, why: new SessionRefusal(REFUSED[right]) };
      }
      // Nobody can be asked without a terminal, so a command that needs a review does not run.
      if (decision.action !== 'reject' && decision.action !== 'review') return undefined;
      return { what: command, review: decision.action === 'review', why: ruleRefused(decision) };
    },
    input(bytes) {
      moved.upload += bytes.length;
      input.push(bytes);
      return true;
    },
    endInput: input.end,
    output(stream, chunk) {
      if (stream === 'out') moved.download += chunk.length;
      if (stream === 'out' && download) {
        const { messages, files, rest } = download.take(chunk);
        if (messages.length > 0) edge.record('out', messages);
        for (const file of files) copied('download', file);
        if (rest.length > 0) edge.record('out', rest);
      } else if (!(stream === 'out' && copies && isAnswers(chunk))) edge.record(stream, chunk);
      if (output.length < OUTPUT_BYTES) output = Buffer.concat([output, chunk.subarray(0, OUTPUT_BYTES - output.length)]);
      return edge.deliver(stream, chunk);
    },
    stop: input.stop,
    last(exit) {
      // Its files are in a protocol of its own, delta by delta; that it ran, which way, where to and how much is known.
      if (place !== undefined && right && moved[right] > 0 && decision !== NOT_ALLOWED)
        edge.moved(right, { name: plainText(place), size: moved[right], whole: exit.code === 0 });
      for (const file of download?.end().files ?? []) copied('download', file);
      const printed = plainText(output.subarray(0, OUTPUT_BYTES).toString('utf8')).trim();
      edge.list(command, printed, decision, startedAt);
    },
  };
}

const ruleRefused = (decision: CommandDecision): SessionRefusal =>
  new SessionRefusal('rule_refused', { rule: decision.action === 'accept' ? '' : decision.name });

/** The receiving side of scp answers with bytes of zero, one for each line and file. */
const isAnswers = (chunk: Buffer): boolean => chunk.every((byte) => byte === 0);
