import type { MailContent } from '../../platform/mail/mail-content.ts';

/** What is written to somebody at a chat service: the words of a mail, in the marks of that service. */
export interface ChatMessage extends Pick<MailContent, 'subject' | 'lines' | 'link'> {
  /** The same at each try, and no other message's. */
  id: string;
  /** When it was promised: the same at each try as well. */
  since: Date;
}

/** How a service writes what is more than text. */
interface Marks {
  /** Takes the meaning of marks from a text, which may hold what a stranger wrote. */
  text(text: string): string;
  title(text: string): string;
  link(label: string, address: string): string;
  /** Between two lines. */
  line: string;
}

const WIDE: Readonly<Record<string, string>> = { '[': '［', ']': '］', '<': '＜', '>': '＞', '`': '｀', '*': '＊', '#': '＃' };
const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Markdown of services that know no way to escape a mark: such characters are written by others that look like them. */
export const MARKDOWN: Marks = {
  text: (text) => text.replace(/[[\]<>`*#]/g, (mark) => WIDE[mark] ?? mark),
  title: (text) => `**${text}**`,
  link: (label, address) => `[${label}](${address})`,
  line: '\n\n',
};

/** Slack's own marks, with its three characters escaped. */
export const MRKDWN: Marks = {
  text: (text) => text.replace(/[&<>]/g, (mark) => ENTITY[mark] ?? mark),
  title: (text) => `*${text}*`,
  link: (label, address) => `<${address}|${label}>`,
  line: '\n',
};

/** The moment of a message in a line: two that say the same are two, and one that is tried again is one. */
export const momentOf = ({ since }: ChatMessage): string => `${since.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Bytes that are left for words are cut there, between two characters. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = text.slice(0, bytes);
  while (Buffer.byteLength(kept) > bytes - 3) kept = [...kept].slice(0, -1).join('');
  return `${kept}…`;
}

/** A message with the marks of a service. @param most bytes that the service takes; words are cut, and never the link */
export function written({ subject, lines, link }: ChatMessage, marks: Marks, { most = 15_000, moment = '' } = {}): string {
  const end = [...(link ? [marks.link(marks.text(link.label), link.address)] : []), ...(moment ? [moment] : [])];
  const title = marks.title(marks.text(subject));
  const room = most - Buffer.byteLength([title, '', ...end].join(marks.line)) - marks.line.length;
  const words = cut(lines.map(marks.text).join(marks.line), Math.max(room, 0));
  return [title, ...(words ? [words] : []), ...end].join(marks.line);
}
