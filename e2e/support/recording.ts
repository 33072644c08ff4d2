import type { Api } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { until } from './until.ts';

/** What a recording holds: its output as one text, and when each part came. */
export interface Recording {
  text: string;
  events: readonly { at: number; kind: string; data: string }[];
}

/** Waits until a session is closed out and its recording stored, checks the chain, and reads the recording. */
export async function recordingOf(api: Api, session: string, limitMs = 60_000): Promise<Recording> {
  const { sessions } = clientOf(api);
  let last: unknown;
  const row = await until(`session ${session} finished with its recording`, limitMs, async () => {
    // It is not there until the gateway has announced it.
    const found = await sessions.retrieve(session).catch((error: Error) => {
      last = error.message;
    });
    last = found ?? last;
    return found?.is_finished && found.can_replay && found;
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${JSON.stringify(last)}`);
  });
  const verified = await sessions.verifyReplay(row.id);
  if (!verified.intact) throw new Error(`The recording of ${session} is broken: ${JSON.stringify(verified)}`);
  const replay = await sessions.replay(row.id);
  return parseCast(String((await api.get<string>(String(replay.src))).body));
}

/** asciicast v2 or v3: a header line, then `[time, kind, data]` lines; a last line cut off in the middle is left out. */
function parseCast(cast: string): Recording {
  const [head = '{}', ...lines] = cast.split('\n').filter(Boolean);
  const relative = JSON.parse(head).version === 3;
  let clock = 0;
  const events = lines.map((line) => {
    const [time, kind, data] = JSON.parse(line) as [number, string, string];
    clock = relative ? clock + time : time;
    return { at: clock, kind, data };
  });
  return {
    events,
    text: events.flatMap(({ kind, data }) => (kind === 'o' ? data : [])).join(''),
  };
}
