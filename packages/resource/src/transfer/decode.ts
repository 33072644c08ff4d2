import { analyse } from 'chardet';

/** Bytes of a text file → text, whatever it was saved as. Throws when no encoding fits all of it. */

const MARKS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** What spreadsheets of our languages save, and what the detector calls it. */
const KNOWN: Readonly<Record<string, string>> = {
  GB18030: 'gb18030',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  Big5: 'big5',
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
};
/** Lines that are looked at one by one. */
const LINES = 100_000;
/** Bytes the detector looks at. */
const SAMPLE = 256 * 1024;

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** UTF-16 without a mark: every other byte of plain text is zero. */
function wide(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const half = sample.length / 2;
  if (odd > half * 0.3 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.3 && odd < half * 0.05 ? 'utf-16be' : undefined;
}

/**
 * A line that is sound UTF-8 with several wide characters, in a text that as a whole is not: two files were put together.
 * By chance other encodings make such a line about never.
 */
function isMixed(bytes: Uint8Array): boolean {
  let from = 0;
  for (let lines = 0; lines < LINES && from < bytes.length; lines += 1) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    let wideCharacters = 0;
    for (const byte of line) if (byte >= 0xe0 && byte <= 0xef) wideCharacters += 1;
    if (wideCharacters >= 3 && decoded(line, 'utf-8') !== undefined) return true;
    from = end === -1 ? bytes.length : end + 1;
  }
  return false;
}

/** Share of letters that are common in real text of the encoding; mojibake is full of rare and private ones. */
function likely(text: string): number {
  const sample = text.slice(0, 20_000);
  let good = 0;
  let bad = 0;
  for (const character of sample) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) continue;
    // Kana, common ideographs (the first planes of the national sets), CJK punctuation and full-width forms.
    if ((code >= 0x3000 && code <= 0x30ff) || (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xff01 && code <= 0xff5e)) good += 1;
    // Half-width kana, private use, symbols that nobody types: signs of a wrong guess.
    else bad += 1;
  }
  return good + bad === 0 ? 0 : (good - 2 * bad) / (good + bad);
}

/**
 * @param prefer encoding that counts as likely where the bytes allow several, by the language of who sends the file
 * @returns the text without its mark; undefined when it is no text in any known encoding
 */
export function decodeText(bytes: Uint8Array, prefer: string): string | undefined {
  for (const [mark, encoding] of MARKS) {
    if (mark.every((byte, at) => bytes[at] === byte)) return decoded(bytes, encoding);
  }
  const sixteen = wide(bytes);
  if (sixteen) return decoded(bytes, sixteen);
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== undefined) return utf8;
  if (isMixed(bytes)) return undefined;
  const guesses = analyse(bytes.subarray(0, SAMPLE)).flatMap(({ name, confidence }) => {
    const encoding = KNOWN[name];
    return encoding ? [{ encoding, confidence }] : [];
  });
  const candidates = new Map<string, number>([
    ['gb18030', 0],
    ['shift_jis', 0],
    ['windows-1252', 0],
  ]);
  for (const { encoding, confidence } of guesses) candidates.set(encoding, confidence);
  let best: { text: string; score: number } | undefined;
  for (const [encoding, confidence] of candidates) {
    const text = decoded(bytes, encoding);
    if (text === undefined) continue;
    // Western text has few letters outside ASCII, so the detector's word counts there and the look of the result elsewhere.
    const look = encoding === 'windows-1252' ? 0 : likely(text) * 60;
    const score = confidence + look + (encoding === prefer ? 25 : 0);
    if (!best || score > best.score) best = { text, score };
  }
  return best?.text;
}
