import type { MailContent } from '../../platform/mail/mail-content.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (mark, name: string) => ENTITIES[name] ?? mark);

/**
 * A message of ours as a mail. Its HTML was made here (paragraphs, code, a link into the console), so taking the marks out again leaves
 * the text; the link becomes that of the mail, at the address of the site.
 */
export function mailForm(subject: string, html: string, site: string): MailContent {
  const link = /<a href="(\/ui\/[^"]*)">([^<]*)<\/a>/.exec(html);
  const lines = html
    .split(/<\/p>|<\/pre>|<br>/)
    .map((part) => plain(part).trim())
    .filter((line) => line !== '' && line !== plain(link?.[2] ?? ''));
  const [, path = '', label = ''] = link ?? [];
  return { subject, lines, ...(link ? { link: { label: plain(label), address: `${site.replace(/\/$/, '')}${plain(path)}` } } : {}) };
}
