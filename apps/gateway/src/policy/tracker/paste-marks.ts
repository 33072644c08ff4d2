import { PASTE_END, PASTE_START } from '../line-editor.ts';

/** Follows the brackets of pastes. */
export interface PasteMarks {
  /** Answers the paste that what is typed belongs to; 0 for none. */
  follow(text: string): number;
}

export function createPasteMarks(): PasteMarks {
  let pastes = 0;
  let inPaste = false;
  return {
    follow(text) {
      const [start, end] = [text.lastIndexOf(PASTE_START), text.lastIndexOf(PASTE_END)];
      if (start >= 0) pastes += 1;
      const within = inPaste || start >= 0;
      if (start !== end) inPaste = start > end;
      return within ? pastes : 0;
    },
  };
}
