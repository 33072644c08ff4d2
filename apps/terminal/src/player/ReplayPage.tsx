import { ApiError } from '@postern/client/http';
import { EmptyState, parseServerDate, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { Download, Film, LoaderCircle } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { spaced } from '../sessions/figures.ts';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { Marked } from '../shell/Marked.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import { CastPlayer, type PlayerHandle } from './CastPlayer.tsx';
import { CommandList } from './CommandList.tsx';
import type { Recording as Recorded } from './cast.ts';
import { COMMAND_LEAD as LEAD_SECONDS } from './engine.ts';
import { FactsHeader } from './FactsHeader.tsx';
import { useCast } from './useCast.ts';
import { useEntered } from './useEntered.ts';
import { playerWords } from './words.ts';
import './player.css';

const POLL_MS = 2000;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

interface Ready {
  type: string;
  src: string;
  user: string;
  asset: string;
  account: string;
  date_start: string;
  download_url: string;
}

/** Asks every two seconds until the server has fetched the recording (docs/wire/sessions.md#recordings). */
function useReplay(sid: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: ['replay', sid],
    queryFn: () => api.replay(sid),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data && 'status' in state.data && state.data.status === 'running' ? POLL_MS : false),
  });
}

export function ReplayPage() {
  const { sid = '' } = useParams();
  const t = useTranslate();
  const { data, error, refetch } = useReplay(sid);

  if (error || (data && !('type' in data) && data.status === 'error')) {
    return (
      <main className="pt-centre">
        <EmptyState
          icon={Film}
          title={t(playerWords.notFound)}
          text={error && !isMissing(error) ? failureText(error, t) : t(playerWords.notFoundText)}
          action={<Button onClick={() => void refetch()}>{t(shellWords.retry)}</Button>}
        />
      </main>
    );
  }
  if (!data || !('type' in data)) return <Waiting />;
  return <Recording sid={sid} replay={data as Ready} />;
}

function Waiting() {
  const t = useTranslate();
  return (
    <main className="pt-centre" aria-busy="true">
      <EmptyState icon={LoaderCircle} title={t(playerWords.preparing)} text={t(playerWords.preparingText)} />
    </main>
  );
}

function Recording({ sid, replay }: { sid: string; replay: Ready }) {
  const t = useTranslate();
  usePageTitle(`${spaced(replay.asset)} · ${spaced(replay.account)} · ${t(playerWords.recording)}`);
  const cast = useCast(sid, replay.src, replay.type === 'asciicast');
  let body: ReactNode;
  if (replay.type !== 'asciicast') body = <Problem title={t(playerWords.unsupported)} text={t(playerWords.unsupportedText)} />;
  else if (cast.error) body = <Problem title={t(playerWords.broken)} text={t(playerWords.brokenText)} />;
  else if (cast.data) body = <Playing sid={sid} replay={replay} cast={cast.data} />;
  else body = <SkeletonRows rows={8} columns={1} label={t(playerWords.preparing)} />;
  const { api } = useServices();
  const downloads = [
    { key: 'bundle', label: <a href={api.bundleAddress(sid)}>{t(playerWords.bundle)}</a> },
    { key: 'archive', label: <a href={replay.download_url}>{t(playerWords.archive)}</a> },
    ...(replay.type === 'asciicast'
      ? [
          {
            key: 'cast',
            label: (
              <a href={replay.src} download={`${sid}.cast`}>
                asciicast
              </a>
            ),
          },
        ]
      : []),
  ];
  return (
    <main className="pt-view">
      <FactsHeader title={t(playerWords.recording)} facts={replay}>
        {replay.download_url ? (
          <Dropdown menu={{ items: downloads, autoFocus: true }} trigger={['click']} autoFocus>
            <Button icon={<Download size={14} />}>{t(playerWords.download)}</Button>
          </Dropdown>
        ) : null}
      </FactsHeader>
      {body}
    </main>
  );
}

function Problem(words: { title: string; text: string }) {
  return (
    <div className="pt-centre">
      <EmptyState icon={Film} {...words} />
    </div>
  );
}

function Playing({ sid, replay, cast }: { sid: string; replay: Ready; cast: Recorded }) {
  const [query] = useSearchParams();
  const { preferences } = useServices();
  const player = useRef<PlayerHandle>(null);
  const start = cast.start || (parseServerDate(replay.date_start)?.getTime() ?? 0) / 1000;
  const [startAt] = useState(() => {
    // A moment of the clock, or seconds from the start: both are shown from a little before.
    const [second, moment] = [Number(query.get('at')), Number(query.get('timestamp'))];
    const asked = second > 0 ? second : moment > 0 ? moment - start : undefined;
    return asked === undefined ? undefined : Math.max(0, asked - LEAD_SECONDS);
  });
  const [position, setPosition] = useState(startAt ?? 0);
  const commands = useEntered(sid, start);
  return (
    <div className="pt-replay">
      <CommandList session={sid} start={start} position={position} onJump={(seconds) => player.current?.seek(seconds - LEAD_SECONDS)} />
      <CastPlayer ref={player} cast={cast} palette={preferences.palette} startAt={startAt} commands={commands} onPosition={setPosition}>
        <Marked asset={replay.asset} />
      </CastPlayer>
    </div>
  );
}
