import type { ServerChannel } from 'ssh2';
import type { TerminalClient, TerminalSession, TerminalStart } from '../carry/terminal-parts.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import type { TargetExit } from '../protocols/driver.ts';
import type { ChannelWriter } from './channel-writer.ts';
import type { Freezer } from './freezer.ts';

/** A live session of a channel, as far as the channel's input is concerned. */
interface Fed {
  input(bytes: Buffer): boolean;
  end(reason: 'client_lost'): void;
}

/** Gives a session what comes in on a channel, until told to stop; what comes then waits for whoever reads next. */
function feed(channel: ServerChannel, session: Fed): () => void {
  const data = (bytes: Buffer) => {
    if (!session.input(bytes)) channel.pause();
  };
  const lost = () => session.end('client_lost');
  channel.on('data', data);
  channel.on('close', lost);
  channel.on('error', lost);
  channel.resume();
  return () => {
    channel.pause();
    channel.off('data', data);
    channel.off('close', lost);
    channel.off('error', lost);
  };
}

/** Runs a terminal session on a channel; the channel is free again, and paused, when it resolves. Whoever opened the channel hears of its errors. */
export function terminalOn(
  channel: ServerChannel,
  writer: ChannelWriter,
  start: Omit<TerminalStart, 'client'>,
  startTerminal: (start: TerminalStart) => TerminalSession,
  started: (session: TerminalSession) => void,
  freezer?: Freezer,
): Promise<{ end: SessionEnd; exit: TargetExit }> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    const place = freezer?.join({
      pause: () => channel.pause(),
      resume() {
        if (stop) channel.resume();
      },
    });
    let over = false;
    const client: TerminalClient = {
      send: (bytes) => writer.write('out', bytes),
      opened: () => undefined,
      resumeInput() {
        if (!place?.frozen()) channel.resume();
      },
      waits: (on) => place?.waits(on),
      finish(end, exit) {
        over = true;
        place?.leave();
        stop?.();
        resolve({ end, exit });
      },
    };
    const session = startTerminal({ ...start, client });
    started(session);
    // A gateway that stops ends what it starts at once.
    if (over) return;
    stop = feed(channel, session);
    if (place?.frozen()) channel.pause();
  });
}
