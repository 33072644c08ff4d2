import type { Language } from '@postern/contract/text';
import type { Size } from '../protocols/driver.ts';
import { cells } from './cells.ts';
import type { Key } from './keys.ts';
import type { Answer, Effect, Notice, Question } from './model.ts';
import { createPainter } from './paint.ts';
import { newPlain, noticeText, type PlainEvent, stepPlain } from './plain.ts';
import { renderMenu } from './render.ts';
import { newMenu } from './state.ts';
import { type MenuEvent, stepMenu } from './step.ts';
import { say } from './words.ts';

/** How the menu shows itself: as a full screen, or line by line. Text goes out, keys and answers come in. */
export interface Face {
  language(): Language;
  key(key: Key): void;
  answer(answer: Answer): void;
  failed(question: Question, notice: Notice): void;
  resize(size: Size): void;
  /** Something was opened and is over; the menu is in front again. */
  back(notice: Notice | undefined): void;
  /** Gives the terminal to what is opened. */
  away(): void;
  /** Writes what there is to see again, after output was left out. */
  again(): void;
}

export interface FaceOptions {
  language: Language;
  size: Size;
  /** What is told before anything is done. */
  notice?: Notice | undefined;
  /** Writes to the terminal; false when it takes no more for now. */
  write(text: string): boolean;
  run(effects: readonly Effect[]): void;
}

export function fullFace({ language, size, notice, write, run }: FaceOptions): Face {
  const painter = createPainter();
  let { state, effects } = newMenu(language, size);
  state = { ...state, notice };
  let shown = false;
  let behind = false;

  function paint(): void {
    if (shown && !behind) behind = !write(painter.paint(renderMenu(state)));
  }
  function step(event: MenuEvent): void {
    const next = stepMenu(state, event);
    state = next.state;
    paint();
    run(next.effects);
  }
  function front(): void {
    shown = true;
    behind = !write(painter.enter());
  }

  front();
  paint();
  run(effects);
  effects = [];
  return {
    language: () => state.language,
    key: (key) => step({ type: 'key', key }),
    answer: (answer) => step({ type: 'answer', answer }),
    failed: (question, notice) => step({ type: 'failed', question, notice }),
    resize: (to) => step({ type: 'resize', size: to }),
    back(notice) {
      front();
      step({ type: 'back', notice });
    },
    away() {
      shown = false;
      write(painter.leave());
    },
    again() {
      behind = false;
      paint();
    },
  };
}

const MAX_LINE = 256;

export function plainFace({ language, notice, write, run }: FaceOptions): Face {
  let { state, effects } = newPlain(language);
  let line = '';
  let behind = false;

  function print(text: string): void {
    if (!write(text)) behind = true;
  }

  function step(event: PlainEvent): void {
    const next = stepPlain(state, event);
    state = next.state;
    perform(next.effects);
  }
  function perform(all: typeof effects): void {
    for (const effect of all) {
      if (effect.do !== 'say') run([effect]);
      else print(effect.lines.map((one) => `${one}\r\n`).join('') + (effect.prompt ? say(state.language, 'plain_prompt') + line : ''));
    }
  }
  const erased = (text: string): string => '\b \b'.repeat(cells(text));
  function typed(text: string): void {
    if (line.length + text.length > MAX_LINE) return;
    line += text;
    print(text);
  }
  function cutTo(kept: string): void {
    print(erased(line.slice(kept.length)));
    line = kept;
  }

  if (notice) print(`${noticeText(language, notice)}\r\n`);
  perform(effects);
  return {
    language: () => state.language,
    key(key) {
      // What is typed faster than the terminal takes it is not printed, so it is not read.
      if (behind && key.key !== 'ctrl-d') return;
      if (key.key === 'text') typed(key.text);
      else if (key.key === 'backspace') cutTo([...line].slice(0, -1).join(''));
      else if (key.key === 'ctrl-u' || key.key === 'ctrl-c') cutTo('');
      else if (key.key === 'ctrl-w') cutTo(line.replace(/\S+\s*$/, ''));
      else if (key.key === 'ctrl-d') run([{ do: 'leave' }]);
      else if (key.key === 'ctrl-p') run([{ do: 'plain' }]);
      else if (key.key === 'help' || key.key === 'language') step({ type: 'line', line: key.key === 'help' ? '?' : 's' });
      else if (key.key === 'enter') {
        print('\r\n');
        const entered = line;
        line = '';
        step({ type: 'line', line: entered });
      }
    },
    answer: (answer) => step({ type: 'answer', answer }),
    failed: (question, notice) => step({ type: 'failed', question, notice }),
    resize: () => undefined,
    back(notice) {
      behind = false;
      step({ type: 'back', notice });
    },
    away: () => undefined,
    again() {
      behind = false;
    },
  };
}
