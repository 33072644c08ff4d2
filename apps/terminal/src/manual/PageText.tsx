import type { ReactNode } from 'react';

/** Words with keys and names of files between backticks. */
const inline = (text: string): ReactNode[] =>
  // Every second part stood between two of them.
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={`${at}`}>{part}</code> : part));

/** What sections of the manual are made of: paragraphs, and lines of a list. It is our own text, with no other markup. */
export function PageText({ markdown }: { markdown: string }) {
  return markdown.split(/\n{2,}/).map((block) =>
    block.startsWith('- ') ? (
      <ul key={block}>
        {block.split('\n').map((line) => (
          <li key={line}>{inline(line.slice(2))}</li>
        ))}
      </ul>
    ) : (
      <p key={block}>{inline(block)}</p>
    ),
  );
}
