import type { Question } from './model.ts';

/** Time in which another letter may follow; a word is one question. */
const TYPING_MS = 150;

export interface Asker {
  ask(question: Question, typed: boolean): void;
  /** What was asked so far is not answered any more. */
  forget(): void;
}

/**
 * Asks one question of a kind at a time; of those that come meanwhile the newest is next, and the others are never asked. However fast
 * somebody types, a slow core has one question of theirs.
 */
export function createAsker(perform: (question: Question, current: () => boolean) => Promise<void>): Asker {
  const kinds = new Map<string, { running: boolean; next: Question | undefined; timer: NodeJS.Timeout | undefined }>();
  let epoch = 0;

  function run(kind: string): void {
    const slot = kinds.get(kind);
    if (!slot?.next || slot.running) return;
    const question = slot.next;
    const asked = epoch;
    slot.next = undefined;
    slot.running = true;
    void perform(question, () => asked === epoch).finally(() => {
      slot.running = false;
      if (slot.timer === undefined) run(kind);
    });
  }

  return {
    ask(question, typed) {
      const kind = question.ask === 'assets' ? question.list : question.ask;
      const slot = kinds.get(kind) ?? { running: false, next: undefined, timer: undefined };
      kinds.set(kind, slot);
      slot.next = question;
      clearTimeout(slot.timer);
      slot.timer = undefined;
      if (!typed) return run(kind);
      slot.timer = setTimeout(() => {
        slot.timer = undefined;
        run(kind);
      }, TYPING_MS);
    },
    forget() {
      epoch += 1;
      for (const slot of kinds.values()) {
        clearTimeout(slot.timer);
        slot.timer = undefined;
        slot.next = undefined;
      }
    },
  };
}
