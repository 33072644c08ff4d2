/** Texts of a mail before it is rendered: plain texts, whoever they come from. HTML is made of them here and nowhere else. */
export interface MailContent {
  subject: string;
  lines: readonly string[];
  /** One address to go to, below the lines. */
  link?: { label: string; address: string };
  signature?: string;
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark).replaceAll('\n', '<br>');

/** The two forms in which a mail is sent. */
export function renderMail({ lines, link, signature }: MailContent): { text: string; html: string } {
  const closing = signature ? ['', signature] : [];
  const text = [...lines, ...(link ? ['', `${link.label}: ${link.address}`] : []), ...closing].join('\n');
  const parts = lines.map((line) => `<p>${html(line)}</p>`);
  if (link) parts.push(`<p><a href="${html(link.address)}">${html(link.label)}</a></p>`);
  if (signature) parts.push(`<p>${html(signature)}</p>`);
  return { text: `${text}\n`, html: parts.join('\n') };
}

/** A subject in one line: what would begin another header is not one of its characters. */
export const subjectLine = (prefix: string, subject: string): string => {
  const line = prefix.trim() ? `${prefix.trim()} ${subject}` : subject;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are taken out
  return line.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').slice(0, 255);
};
