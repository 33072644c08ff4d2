import { TERMINAL_DEFAULTS } from '@postern/contract/preferences';
import { EmptyState, parseServerDate } from '@postern/ui';
import { Film, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { CastPlayer, type PlayerHandle } from '../player/CastPlayer.tsx';
import { CommandRows, type ListedCommand } from '../player/CommandRows.tsx';
import { castText, parseCast, type Recording, wholeRecording } from '../player/cast.ts';
import { COMMAND_LEAD } from '../player/engine.ts';
import { FactsHeader } from '../player/FactsHeader.tsx';
import { playerWords } from '../player/words.ts';
import { useTranslate } from '../shell/language.tsx';
import type { About } from './embedded.ts';
import { offlineWords } from './words.ts';
import '../player/player.css';

/** Rows of commands that are drawn at first, and with each scroll to their end. */
const PAGE = 100;

interface OfflinePageProps extends About {
  /** The recording as it stands in the page; null where it is too large for that and is chosen from beside it. */
  carried: (() => ArrayBuffer) | null;
}

type State = { at: 'asks' | 'reads' | 'broken' } | { at: 'plays'; cast: Recording };

/** The replay page without a server: the facts, the commands and the player. */
export function OfflinePage({ name, facts, commands, carried }: OfflinePageProps) {
  const t = useTranslate();
  const [state, setState] = useState<State>({ at: carried ? 'reads' : 'asks' });
  const read = useRef((bytes: () => ArrayBuffer | Promise<ArrayBuffer>): void => {
    setState({ at: 'reads' });
    void Promise.resolve()
      .then(bytes)
      .then(castText)
      .then((text) => setState({ at: 'plays', cast: wholeRecording(parseCast(text)) }))
      .catch(() => setState({ at: 'broken' }));
  });
  useEffect(() => {
    if (carried) read.current(carried);
  }, [carried]);

  let body: ReactNode;
  if (state.at === 'plays') body = <Playing cast={state.cast} start={facts.date_start} commands={commands} />;
  else if (state.at === 'reads') body = <Told icon={LoaderCircle} title={t(playerWords.preparing)} text={t(playerWords.preparingText)} />;
  else if (state.at === 'broken') body = <Told icon={Film} title={t(playerWords.broken)} text={t(playerWords.brokenFileText)} />;
  else
    body = (
      <Told
        icon={Film}
        title={t(offlineWords.tooLarge)}
        action={
          <label className="pt-choice">
            {t(offlineWords.choose, { name })}
            <input
              type="file"
              accept=".gz,.cast"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) read.current(() => file.arrayBuffer());
              }}
            />
          </label>
        }
      />
    );
  return (
    <main className="pt-view">
      <FactsHeader title={t(playerWords.recording)} facts={{ ...facts, date_start: facts.date_start ?? '' }} />
      {body}
      <p className="pt-proof">{t(offlineWords.proof)}</p>
    </main>
  );
}

function Told(props: Parameters<typeof EmptyState>[0]) {
  return (
    <div className="pt-centre pt-offline-told">
      <EmptyState {...props} />
    </div>
  );
}

interface PlayingProps {
  cast: Recording;
  start: string | null | undefined;
  commands: About['commands'];
}

function Playing({ cast, start: begun, commands }: PlayingProps) {
  const t = useTranslate();
  const player = useRef<PlayerHandle>(null);
  const [position, setPosition] = useState(0);
  const [shown, setShown] = useState(PAGE);
  const listed = useMemo(() => {
    const start = cast.start || (parseServerDate(begun)?.getTime() ?? 0) / 1000;
    return commands.map(({ timestamp, input, risk_level: value }, index): ListedCommand => {
      const label = t(value === 4 ? offlineWords.warned : offlineWords.judged);
      return { id: String(index), at: Math.max(0, timestamp - start), input, risk: { value, label } };
    });
  }, [cast, begun, commands, t]);
  return (
    <div className="pt-replay">
      <CommandRows
        rows={listed.slice(0, shown)}
        count={listed.length}
        position={position}
        onJump={(seconds) => player.current?.seek(seconds - COMMAND_LEAD)}
        onMore={shown < listed.length ? () => setShown((now) => now + PAGE) : undefined}
      />
      <CastPlayer
        ref={player}
        cast={cast}
        palette={TERMINAL_DEFAULTS.palette}
        startAt={undefined}
        commands={listed}
        onPosition={setPosition}
      />
    </div>
  );
}
