import { CoreError } from '@postern/client/component-request';
import type { Language } from '@postern/contract/text';
import type { Size } from '../protocols/driver.ts';
import { createAsker } from './asker.ts';
import { shown } from './cells.ts';
import { type Face, fullFace, plainFace } from './face.ts';
import { createKeyReader } from './keys.ts';
import type { Effect, MenuTarget, Notice, Question } from './model.ts';
import { answerOf, type MenuCore, NotOffered } from './questions.ts';
import { say } from './words.ts';

/** Milliseconds after which an Escape that nothing followed is the key. */
const ESCAPE_MS = 100;
const MAX_DETAIL = 512;

/** Why something was not opened, or how it ended; `over`: the person's login is, so the menu is as well. */
export interface Opened {
  told: string | undefined;
  over: boolean;
}

export interface MenuOptions {
  core: MenuCore;
  /** Id of the person. */
  user: string;
  /** Names of the protocols that open in a terminal here. */
  protocols: readonly string[];
  language: Language;
  size: Size;
  /** Told at first; empty for nothing. */
  announcement: string;
  /** Line by line, for screen readers. */
  plain: boolean;
  /** Milliseconds without a key after which it closes. */
  idleMs: number;
  /** What it says then. */
  idleText(language: Language): string;
  write(text: string): boolean;
  /** Opens a session on the same terminal; resolves when the terminal is the menu's again. */
  open(target: MenuTarget, language: Language): Promise<Opened>;
  /** It is over; the terminal is as it was. */
  done(words: string): void;
}

export interface Menu {
  input(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** The terminal takes output again. */
  drained(): void;
  /** Closes it, with words. */
  end(words: (language: Language) => string): void;
  /** The terminal is gone. */
  gone(): void;
}

/** The login is over, or was never of a kind that this core knows here. */
export const loginOver = (error: unknown): boolean => error instanceof CoreError && error.code === 'person_not_here';

/** The menu of somebody who named no target (docs/behaviour/ssh-menu.md). What it decides is in step.ts and plain.ts; here it meets the terminal, the core and the clock. */
export function runMenu(options: MenuOptions): Menu {
  const { core, user, protocols } = options;
  const keys = createKeyReader();
  let { plain, size } = options;
  let over = false;
  let opening = false;
  let escapeTimer: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const asker = createAsker(async (question, current) => {
    try {
      const answer = await answerOf(core, user, protocols, question);
      if (!over && current()) face.answer(answer);
    } catch (error) {
      if (over || !current()) return;
      if (loginOver(error)) leave(say(face.language(), 'login_over'));
      else face.failed(question, noticeOf(error, question));
    }
  });

  function run(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (over) return;
      if (effect.do === 'ask') asker.ask(effect.question, effect.typed);
      else if (effect.do === 'leave') leave(say(face.language(), 'bye'));
      else if (effect.do === 'open') void open(effect.target);
      else {
        asker.forget();
        if (!plain) face.away();
        plain = !plain;
        face = show(face.language());
      }
    }
  }

  async function open(target: MenuTarget): Promise<void> {
    if (opening) return;
    opening = true;
    clearTimeout(idle);
    clearTimeout(escapeTimer);
    const language = face.language();
    face.away();
    const { told, over: ended } = await options.open(target, language);
    opening = false;
    if (over) return;
    if (ended) {
      over = true;
      return options.done(say(language, 'login_over'));
    }
    watch();
    face.back(told === undefined ? undefined : { text: shown(told, MAX_DETAIL) });
  }

  function leave(words: string): void {
    if (over) return;
    if (!opening) face.away();
    over = true;
    clearTimeout(idle);
    clearTimeout(escapeTimer);
    asker.forget();
    options.done(words);
  }

  function watch(): void {
    clearTimeout(idle);
    idle = setTimeout(() => leave(options.idleText(face.language())), options.idleMs);
  }

  const show = (language: Language, notice?: Notice): Face =>
    (plain ? plainFace : fullFace)({
      language,
      size,
      notice,
      write: (text) => over || options.write(text),
      run: (effects) => queueMicrotask(() => run(effects)),
    });
  const announced = shown(options.announcement, MAX_DETAIL);
  let face = show(options.language, announced === '' ? undefined : { text: announced });
  watch();

  return {
    input(bytes) {
      if (over || opening) return;
      watch();
      clearTimeout(escapeTimer);
      for (const key of keys.push(bytes)) if (!over && !opening) face.key(key);
      if (keys.open())
        escapeTimer = setTimeout(() => {
          for (const key of keys.settle()) if (!over && !opening) face.key(key);
        }, ESCAPE_MS);
    },
    resize(to) {
      size = to;
      if (!over) face.resize(to);
    },
    drained() {
      if (!over) face.again();
    },
    end(words) {
      leave(words(face.language()));
    },
    gone() {
      over = true;
      clearTimeout(idle);
      clearTimeout(escapeTimer);
      asker.forget();
    },
  };
}

function noticeOf(error: unknown, question: Question): Notice {
  if (error instanceof NotOffered) return { key: 'not_offered' };
  const refused = error instanceof CoreError && error.status >= 400 && error.status < 500 && error.status !== 429;
  if (refused && question.ask === 'accounts' && error.status === 404) return { key: 'asset_off', params: { asset: question.asset.name } };
  return refused && error.detail !== '' ? { text: shown(error.detail, MAX_DETAIL) } : { key: 'failed' };
}
