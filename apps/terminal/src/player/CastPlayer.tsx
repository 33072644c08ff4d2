import { FONTS, IconButton } from '@postern/ui';
import { Checkbox, Select, Slider, Tooltip } from 'antd';
import { FastForward, LoaderCircle, Pause, Play, Rewind, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import '@xterm/xterm/css/xterm.css';
import { paletteOf } from '@postern/contract/terminal-palettes';
import { clockText } from '../sessions/figures.ts';
import { useTranslate } from '../shell/language.tsx';
import { Marked } from '../shell/Marked.tsx';
import { useServices } from '../shell/services.tsx';
import { createReplayScreen } from '../xterm/screen.ts';
import type { Recording } from './cast.ts';
import { createPlayer, frameClock, JUMP_SECONDS as JUMP, type Player, type PlayerState, SPEEDS } from './engine.ts';
import { Position } from './Position.tsx';
import { playerWords } from './words.ts';

const STILL: PlayerState = { position: 0, playing: false, seeking: false, failed: false };

export interface PlayerHandle {
  seek: (seconds: number) => void;
}

interface CastPlayerProps {
  cast: Recording;
  asset: string;
  /** Where to begin, in seconds. */
  startAt: number;
  onPosition: (seconds: number) => void;
  ref?: Ref<PlayerHandle>;
}

/** Plays a terminal recording with seek bar, speed and keys. */
export function CastPlayer({ cast, asset, startAt, onPosition, ref }: CastPlayerProps) {
  const t = useTranslate();
  const { preferences } = useServices();
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<Player | null>(null);
  const [state, setState] = useState(STILL);
  const [speed, setSpeed] = useState(1);
  const [skipIdle, setSkipIdle] = useState(false);
  const first = useRef({ startAt, palette: preferences.palette });
  const report = useRef(onPosition);
  report.current = onPosition;

  useEffect(() => {
    if (!box.current) return;
    const screen = createReplayScreen(box.current, first.current.palette, FONTS.mono);
    const made = createPlayer(cast, screen, frameClock, (next) => {
      setState(next);
      report.current(next.position);
    });
    player.current = made;
    if (first.current.startAt > 0) made.seek(first.current.startAt);
    made.play();
    return () => {
      made.dispose();
      screen.dispose();
      player.current = null;
    };
  }, [cast]);

  useImperativeHandle(ref, () => ({ seek: (seconds: number) => player.current?.seek(seconds) }), []);

  const toggle = (): void => (state.playing ? player.current?.pause() : player.current?.play());
  const jump = (by: number): void => player.current?.seek(state.position + by);
  const changeSpeed = (next: number): void => {
    setSpeed(next);
    player.current?.setSpeed(next);
  };
  const stepSpeed = (by: number): void => changeSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + by))] ?? 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const inControl = (event.target as HTMLElement).closest('button, input, [role="combobox"]') !== null;
    const inSlider = (event.target as HTMLElement).closest('[role="slider"]') !== null;
    const moves: Record<string, (() => void) | undefined> = {
      ' ': inControl ? undefined : toggle,
      ArrowLeft: inControl || inSlider ? undefined : () => jump(-JUMP),
      ArrowRight: inControl || inSlider ? undefined : () => jump(JUMP),
      Home: inControl || inSlider ? undefined : () => player.current?.seek(0),
      '<': () => stepSpeed(-1),
      '>': () => stepSpeed(1),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player work wherever inside it the focus is
    <div className="pt-player" onKeyDown={onKeyDown}>
      <section
        className="pt-player-screen"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus here lets space and arrows move the recording
        tabIndex={0}
        aria-label={t(playerWords.recording)}
        style={{ background: paletteOf(preferences.palette).theme.background }}
      >
        <div ref={box} className="pt-player-box" data-testid="replay" />
        <Marked asset={asset} />
        {state.seeking ? <LoaderCircle size={28} className="pt-spin pt-player-wait" aria-hidden="true" /> : null}
      </section>
      <div className="pt-player-bar">
        <IconButton icon={RotateCcw} label={t(playerWords.restart)} onClick={() => player.current?.seek(0)} />
        <IconButton icon={Rewind} label={t(playerWords.back)} onClick={() => jump(-JUMP)} />
        <IconButton
          icon={state.playing ? Pause : Play}
          size={20}
          label={t(state.playing ? playerWords.pause : playerWords.play)}
          onClick={toggle}
        />
        <IconButton icon={FastForward} label={t(playerWords.forward)} onClick={() => jump(JUMP)} />
        <Position position={state.position} duration={cast.duration} />
        <Slider
          className="pt-player-seek"
          min={0}
          max={Math.max(cast.duration, 0.1)}
          step={0.1}
          value={state.position}
          onChange={(value) => player.current?.seek(value)}
          tooltip={{ formatter: (value) => clockText(value ?? 0) }}
          ariaLabelForHandle={t(playerWords.position)}
          ariaValueTextFormatterForHandle={(value) => clockText(value)}
        />
        <Select
          size="small"
          aria-label={t(playerWords.speed)}
          className="pt-player-speed"
          value={speed}
          onChange={changeSpeed}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        />
        <Tooltip title={t(playerWords.keys)} placement="topRight">
          <Checkbox
            checked={skipIdle}
            onChange={(event) => {
              setSkipIdle(event.target.checked);
              player.current?.setSkipIdle(event.target.checked);
            }}
          >
            {t(playerWords.skipIdle)}
          </Checkbox>
        </Tooltip>
      </div>
      {state.failed ? <p className="pt-player-note">{t(playerWords.broken)}</p> : null}
      {cast.truncated ? <p className="pt-player-note">{t(playerWords.truncated)}</p> : null}
    </div>
  );
}
