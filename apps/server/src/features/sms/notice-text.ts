import type { TextNotice } from './backend.ts';

/** Characters of a subject that a link may not cost: with fewer of them nobody knows what it is about. */
const LEAST = 20;
const CUT = '...';

/** On one line, and with nothing that a phone takes for an address: words of a subject may be a stranger's. */
const tame = (subject: string): string =>
  subject
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll('://', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The beginning of a text that still fits, at the end of a character. */
function beginning(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const characters = [...text];
  while (characters.length > 0 && !fits(characters.join('') + CUT)) characters.pop();
  return characters.join('').trimEnd() + CUT;
}

/** What the variable of a template takes: a subject, cut. */
export const shortSubject = (subject: string, most: number): string => beginning(tame(subject), (text) => [...text].length <= most);

/**
 * A notice as one message: what it is about, and the link to it. Where that leaves too little of the subject, the address of the site, where the
 * notice stands in the inbox; where even that is too long, none.
 * @param fits whether one message holds a text
 */
export function noticeText(
  { subject, link, site }: Pick<TextNotice, 'subject' | 'link' | 'site'>,
  fits: (text: string) => boolean,
): string {
  const words = tame(subject);
  const least = [...words].slice(0, LEAST).join('');
  const end = [link, site].find((address) => address !== '' && fits(`${least}${CUT} ${address}`));
  return end === undefined ? beginning(words, fits) : `${beginning(words, (text) => fits(`${text} ${end}`))} ${end}`;
}
