import { FONTS, IconButton } from '@postern/ui';
import { Checkbox, Select, Slider, Tooltip } from 'antd';
import { FastForward, LoaderCircle, Maximize, Pause, Play, Rewind, RotateCcw, Search } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import '@xterm/xterm/css/xterm.css';
import { paletteOf } from '@postern/contract/terminal-palettes';
import { clockText } from '../sessions/figures.ts';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import { createReplayScreen } from '../xterm/screen.ts';
import type { Recording } from './cast.ts';
import { createPlayer, frameClock, JUMP_SECONDS as JUMP, COMMAND_LEAD as LEAD, type Player, type PlayerState, SPEEDS } from './engine.ts';
import { FindRow } from './FindRow.tsx';
import { Marks } from './Marks.tsx';
import { type Entered, stepCommand } from './marks.ts';
import { Position } from './Position.tsx';
import { playerKeys } from './player-keys.ts';
import { playerWords } from './words.ts';

const STILL: PlayerState = { position: 0, playing: false, seeking: false, failed: false };

export interface PlayerHandle {
  seek: (seconds: number) => void;
}

interface CastPlayerProps {
  cast: Recording;
  /** Colours of the terminal. */
  palette: string;
  /** Where to begin, in seconds; without it nothing plays yet. */
  startAt: number | undefined;
  commands: readonly Entered[];
  onPosition: (seconds: number) => void;
  ref?: Ref<PlayerHandle>;
  /** What lies over the screen. */
  children?: ReactNode;
}

/**
 * Plays a terminal recording with seek bar, speed, search and keys. Until it is played, it shows what its last screen was. It asks nobody for
 * anything: the page of a bundle plays with it as well (../offline).
 */
export function CastPlayer({ cast, palette, startAt, commands, onPosition, ref, children }: CastPlayerProps) {
  const t = useTranslate();
  const all = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<Player | null>(null);
  const [state, setState] = useState(STILL);
  const [speed, setSpeed] = useState(1);
  const [skipIdle, setSkipIdle] = useState(false);
  const [finding, setFinding] = useState(false);
  /** Whether the last screen stands there and nobody has played yet. */
  const [poster, setPoster] = useState(startAt === undefined);
  const position = poster ? 0 : state.position;
  const first = useRef({ startAt, palette });
  const report = useRef(onPosition);
  report.current = onPosition;

  useEffect(() => {
    if (!box.current) return;
    const screen = createReplayScreen(box.current, first.current.palette, FONTS.mono);
    const made = createPlayer(cast, screen, frameClock, setState);
    player.current = made;
    const from = first.current.startAt;
    made.seek(from ?? cast.duration);
    if (from !== undefined) made.play();
    // Its keys are for whoever just came.
    stage.current?.focus({ preventScroll: true });
    return () => {
      made.dispose();
      screen.dispose();
      player.current = null;
    };
  }, [cast]);

  useEffect(() => {
    report.current(position);
  }, [position]);
  const seek = (seconds: number): void => {
    setPoster(false);
    player.current?.seek(seconds);
  };
  useImperativeHandle(ref, () => ({ seek }));

  const toggle = (): void => {
    if (state.playing) {
      player.current?.pause();
      return;
    }
    if (poster) seek(0);
    player.current?.play();
  };
  const jump = (by: number): void => seek(position + by);
  const goTo = (command: Entered | undefined): void => void (command && seek(command.at - LEAD));
  const fullScreen = (): void =>
    void (document.fullscreenElement ? document.exitFullscreen() : all.current?.requestFullscreen?.())?.catch(() => undefined);
  const endFinding = (): void => {
    setFinding(false);
    stage.current?.focus();
  };
  const changeSpeed = (next: number): void => {
    setSpeed(next);
    player.current?.setSpeed(next);
  };
  const stepSpeed = (by: number): void => changeSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + by))] ?? 1);
  const onKeyDown = playerKeys({
    toggle,
    back: () => jump(-JUMP),
    forward: () => jump(JUMP),
    start: () => seek(0),
    end: () => seek(cast.duration),
    slower: () => stepSpeed(-1),
    faster: () => stepSpeed(1),
    nextCommand: () => goTo(stepCommand(commands, position + LEAD, 1)),
    previousCommand: () => goTo(stepCommand(commands, position + LEAD, -1)),
    fullScreen,
    find: () => setFinding(true),
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player work wherever inside it the focus is
    <div ref={all} className="pt-player" onKeyDown={onKeyDown}>
      {finding ? (
        <FindRow
          recording={cast}
          commands={commands}
          onJump={(seconds) => {
            player.current?.pause();
            seek(seconds);
          }}
          onClose={endFinding}
        />
      ) : null}
      <section
        ref={stage}
        className="pt-player-screen"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus here lets space and arrows move the recording
        tabIndex={0}
        aria-label={t(playerWords.recording)}
        style={{ background: paletteOf(palette).theme.background }}
      >
        <div ref={box} className="pt-player-box" data-testid="replay" />
        {children}
        {poster ? (
          <button type="button" className="pt-poster" aria-label={t(playerWords.watch)} onClick={toggle}>
            <Play size={30} fill="currentColor" aria-hidden="true" />
          </button>
        ) : null}
        {state.seeking && !poster ? <LoaderCircle size={28} className="pt-spin pt-player-wait" aria-hidden="true" /> : null}
      </section>
      <div className="pt-player-bar">
        <IconButton icon={RotateCcw} label={t(playerWords.restart)} onClick={() => seek(0)} />
        <IconButton icon={Rewind} label={t(playerWords.back)} onClick={() => jump(-JUMP)} />
        <IconButton
          icon={state.playing ? Pause : Play}
          size={20}
          label={t(state.playing ? playerWords.pause : playerWords.play)}
          onClick={toggle}
        />
        <IconButton icon={FastForward} label={t(playerWords.forward)} onClick={() => jump(JUMP)} />
        <Position position={position} duration={cast.duration} />
        <div className="pt-player-seek">
          <Marks commands={commands} duration={cast.duration} onJump={(seconds) => seek(seconds - LEAD)} />
          <Slider
            min={0}
            max={Math.max(cast.duration, 0.1)}
            step={0.1}
            value={position}
            onChange={seek}
            tooltip={{ formatter: (value) => clockText(value ?? 0) }}
            ariaLabelForHandle={t(playerWords.position)}
            ariaValueTextFormatterForHandle={(value) => clockText(value)}
          />
        </div>
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
        <IconButton icon={Search} label={t(playerWords.find)} onClick={() => (finding ? endFinding() : setFinding(true))} />
        <IconButton icon={Maximize} label={t(shellWords.fullScreen)} onClick={fullScreen} />
      </div>
      {state.failed ? <p className="pt-player-note">{t(playerWords.broken)}</p> : null}
      {cast.truncated ? <p className="pt-player-note">{t(playerWords.truncated)}</p> : null}
    </div>
  );
}
