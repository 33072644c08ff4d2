import { constructs } from './constructs.ts';

/** The engines that read patterns before RE2 did: that of the gateway for commands, and that of the database for attributes. */
export type Former = 'javascript' | 'postgresql';

const codePoint = (hex: string): string => `\\x{${hex.toUpperCase()}}`;

/** What means exactly the same under another spelling. Anything that would only mean nearly the same is left for a person. */
const SAME: Readonly<Record<Former, (text: string) => string | undefined>> = {
  javascript: (text) => {
    const unicode = /^\\u([0-9a-fA-F]{4})$/.exec(text)?.[1];
    if (unicode) return codePoint(unicode);
    const control = /^\\c([A-Za-z])$/.exec(text)?.[1];
    return control ? codePoint((control.charCodeAt(0) & 0x1f).toString(16)) : undefined;
  },
  postgresql: (text) => {
    const unicode = /^\\u([0-9a-fA-F]{4})$/.exec(text)?.[1];
    if (unicode) return codePoint(unicode);
    return { '\\y': '\\b', '\\Y': '\\B', '\\Z': '\\z' }[text];
  },
};

/** A pattern of another engine in RE2's spelling, as far as both mean the same. */
export function rewritten(source: string, former: Former): string {
  const same = SAME[former];
  let out = '';
  for (const { text, inClass } of constructs(source)) out += (inClass && !text.startsWith('\\u') ? undefined : same(text)) ?? text;
  return former === 'javascript' ? out.replaceAll('[^]', '[\\s\\S]') : out;
}
