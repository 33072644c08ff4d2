import type { Translate } from '../shell/language.tsx';
import { visibleName } from './names.ts';
import { type Failure, type FailureKind, failureOf } from './transfers/transfer.ts';
import { fileWords } from './words.ts';

const WORDS = {
  lost: fileWords.lost,
  forbidden: fileWords.forbidden,
  missing: fileWords.missing,
  too_large: fileWords.tooLarge,
  folder_there: fileWords.folderThere,
  changed: fileWords.changedThere,
  other: fileWords.notDone,
} as const satisfies Record<FailureKind, unknown>;

/** Words that OpenSSH has for each code: they say nothing that ours do not. */
const PLAIN = /^(failure|permission denied|no such file|)$/i;

/** One line about what failed; words of the target follow ours. */
export const failureLine = (t: Translate, { kind, detail }: Failure): string =>
  PLAIN.test(detail) ? t(WORDS[kind]) : `${t(WORDS[kind])} ${visibleName(detail)}`;

export const errorLine = (t: Translate, error: unknown): string => failureLine(t, failureOf(error, ''));
