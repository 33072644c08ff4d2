import { PALETTES } from '@postern/contract/terminal-palettes';
import type { Text } from '@postern/contract/text';
import type { Recording } from '../player/cast.ts';
import { COMMAND_LEAD, createPlayer, frameClock, JUMP_SECONDS, type PlayerState, SPEEDS } from '../player/engine.ts';
import { playerWords } from '../player/words.ts';
import { clockText } from '../sessions/figures.ts';
import { createReplayScreen } from '../xterm/screen.ts';
import { element } from './element.ts';

interface Command {
  /** Seconds from the start of the recording. */
  at: number;
  input: string;
  risk_level: number;
}

interface Around {
  t: (words: Text) => string;
  commands: readonly Command[];
}

/** From this level on a rule has spoken (docs/wire/sessions.md#commands). */
const WARNED = 4;

/** The player of the terminal app, with controls that need nothing but the browser. */
export function drawPlayer(box: HTMLElement, recording: Recording, { t, commands }: Around): void {
  const screenBox = element('div', { class: 'screen', tabindex: '0', 'aria-label': t(playerWords.recording) });
  const button = (words: Text, sign: string, run: () => void): HTMLButtonElement => {
    const made = element('button', { type: 'button', title: t(words), 'aria-label': t(words) }, sign);
    made.addEventListener('click', run);
    return made;
  };
  let state: PlayerState = { position: 0, playing: false, seeking: false, failed: false };
  const toggle = (): void => (state.playing ? player.pause() : player.play());
  const seekBar = element('input', {
    type: 'range',
    min: '0',
    // A whole number of steps, or the last moment cannot be reached.
    max: String(Math.max(Math.ceil(recording.duration * 10) / 10, 0.1)),
    step: '0.1',
    value: '0',
    'aria-label': t(playerWords.position),
  });
  seekBar.addEventListener('input', () => player.seek(Number(seekBar.value)));
  const speed = element(
    'select',
    { 'aria-label': t(playerWords.speed) },
    ...SPEEDS.map((one) => element('option', { value: `${one}` }, `${one}×`)),
  );
  speed.value = '1';
  speed.addEventListener('change', () => player.setSpeed(Number(speed.value)));
  const idle = element('input', { type: 'checkbox' });
  idle.addEventListener('change', () => player.setSkipIdle(idle.checked));
  const time = element('span', { class: 'time' });
  const play = button(playerWords.play, '▶', toggle);
  const jump = (by: number): void => player.seek(state.position + by);
  const bar = element(
    'div',
    { class: 'bar', title: t(playerWords.keys) },
    button(playerWords.restart, '|◀', () => player.seek(0)),
    button(playerWords.back, '−5 s', () => jump(-JUMP_SECONDS)),
    play,
    button(playerWords.forward, '+5 s', () => jump(JUMP_SECONDS)),
    time,
    seekBar,
    speed,
    element('label', {}, idle, t(playerWords.skipIdle)),
  );
  const rows = commands.map(({ at, input, risk_level: risk }) => {
    const row = element(
      'button',
      { type: 'button', class: risk >= WARNED ? 'command risky' : 'command' },
      element('span', {}, clockText(at)),
      element('code', {}, input),
    );
    row.addEventListener('click', () => player.seek(at - COMMAND_LEAD));
    return row;
  });
  const stage = element('section', { class: 'player' }, screenBox, bar);
  if (recording.truncated) stage.append(element('p', { class: 'note' }, t(playerWords.truncated)));
  const listed = element(
    'aside',
    { 'aria-label': t(playerWords.commands) },
    element('h2', {}, `${t(playerWords.commands)} ${rows.length}`),
    element('ol', {}, ...rows.map((row) => element('li', {}, row))),
  );
  box.replaceChildren(...(rows.length > 0 ? [listed] : []), stage);

  const screen = createReplayScreen(screenBox, PALETTES[0]?.id ?? '', getComputedStyle(screenBox).fontFamily);
  const player = createPlayer(recording, screen, frameClock, (next) => {
    state = next;
    play.textContent = next.playing ? '❚❚' : '▶';
    const label = t(next.playing ? playerWords.pause : playerWords.play);
    play.title = label;
    play.setAttribute('aria-label', label);
    seekBar.value = String(next.position);
    time.textContent = `${clockText(next.position)} / ${clockText(recording.duration)}`;
    const current = commands.findLastIndex(({ at }) => at <= next.position + 0.5);
    for (const [index, row] of rows.entries()) row.classList.toggle('current', index === current);
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inControl = (event.target as HTMLElement).closest?.('button, input, select') !== null;
    const step = (by: number): void => {
      speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + by));
      player.setSpeed(Number(speed.value));
    };
    const moves: Record<string, (() => void) | undefined> = {
      ' ': inControl ? undefined : toggle,
      ArrowLeft: inControl ? undefined : () => jump(-JUMP_SECONDS),
      ArrowRight: inControl ? undefined : () => jump(JUMP_SECONDS),
      Home: inControl ? undefined : () => player.seek(0),
      '<': () => step(-1),
      '>': () => step(1),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  });
  player.play();
}
