import { ACCEPTED, type CommandDecision, type CommandPolicy, judgeCommand, judgeUnread, strictest } from '../command-policy.ts';
import { goesOn, MAX_LINE, type TypedLine } from '../line-editor.ts';
import type { CommandTracker } from '../tracker/command-tracker.ts';
import type { KeyAnswers } from './key-answers.ts';
import type { TypedKeys } from './typed-keys.ts';

/** Characters kept of lines that go on in the next one. */
const MAX_JOINED = 4 * MAX_LINE;
/** Places where a line may begin that are judged; one with more of them is not read whole. */
const MAX_STARTS = 64;
/** Logged instead of text the target did not show: it may be a password. */
const HIDDEN = '********';

export interface Judged {
  decision: CommandDecision;
  /** The line as it was judged, and as it may be shown and logged. */
  command: string;
  shown: string;
}

/**
 * Judges the line that is about to be entered; undefined on the alternate screen. The screen says nothing about who reads it: anybody who
 * writes to the terminal switches it. A line that saw both screens is judged by all of its keys as well, because each screen knows a part of it.
 */
export type LineJudge = (line: TypedLine | undefined) => Promise<Judged>;

export function createLineJudge(
  policy: () => CommandPolicy,
  tracker: CommandTracker,
  answers: KeyAnswers,
  typedKeys: TypedKeys,
): LineJudge {
  /** Lines before that ended in a backslash: the shell reads them together with the next. */
  let begun = '';

  /** Judges a line by what was typed, by what the target shows of it, and together with lines that go on in it. */
  async function judgeLine(line: TypedLine): Promise<Judged> {
    const read = line.exact ? await answers.differing(line) : await answers.settled(line);
    // A slow target has not shown all of it yet, and what it has shown may be the harmless beginning.
    const partly = !line.exact && (read?.text.length ?? 0) < line.text.length;
    const typed = line.exact ? line.text : '';
    const given = tracker.given();
    const starts = read && !read.prompted && !line.exact ? startsOf(read.text) : [];
    const texts = [...(line.exact || partly ? [line.text] : []), ...(read ? [read.text, ...starts, read.behind] : [])].flatMap((text) => [
      text.trim(),
      ...(given === '' ? [] : [`${given}${text}`.trim()]),
    ]);
    const whole = (read?.whole ?? true) && starts.length < MAX_STARTS;
    const decision = whole
      ? strictest([...texts, ...texts.map((text) => begun + text)].map((text) => judgeCommand(policy(), text)))
      : judgeUnread(policy());
    if (decision.action === 'accept') {
      const text = begun + (texts.at(-1) ?? '');
      begun = goesOn(text) ? text.slice(0, -1).slice(-MAX_JOINED) : '';
      return { decision, command: typed, shown: typed };
    }
    const command = texts.find((text) => judgeCommand(policy(), text).action === decision.action) ?? texts[0] ?? '';
    begun = '';
    return { decision, command, shown: line.exact && command === typed.trim() ? await shownText(command) : command };
  }

  /** Judges a line on the alternate screen by its keys and by the line the cursor is on. */
  async function judgeOnScreen(): Promise<Judged> {
    if (typedKeys.none()) return { decision: ACCEPTED, command: '', shown: '' };
    const { text, silent } = await answers.onScreen(typedKeys.exact());
    const typed = typedKeys.text();
    const read = silent ? '' : text.trim();
    // Keys that nothing came back for may have brought up anything.
    const blind = silent && !typedKeys.exact() ? judgeUnread(policy()) : ACCEPTED;
    const decision = strictest([typedKeys.worst(), judgeCommand(policy(), read), blind]);
    const command = judgeCommand(policy(), typed).action === decision.action ? typed : read || typed;
    return { decision, command, shown: command };
  }

  async function shownText(command: string): Promise<string> {
    const { text } = await answers.shown();
    return text.includes(command) ? command : HIDDEN;
  }

  return async (line) => {
    const onBoth = typedKeys.switched(tracker.switches());
    const judged = line ? await judgeLine(line) : await judgeOnScreen();
    if (!onBoth) return judged;
    const command = typedKeys.text();
    // More than plain keys on two screens: nobody can put together what they made.
    const blind = typedKeys.exact() ? ACCEPTED : judgeUnread(policy());
    const decision = strictest([judged.decision, typedKeys.worst(), blind]);
    return decision === judged.decision ? judged : { decision, command, shown: HIDDEN };
  };
}

/** What a line may be whose prompt nobody knows: it begins at any of its words. */
function startsOf(text: string): string[] {
  const starts: string[] = [];
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])\S/gu)) {
    if (starts.length === MAX_STARTS) break;
    starts.push(text.slice(index));
  }
  return starts;
}
