// The worked examples of CONTRIBUTING.md as data: what changes in which file, and which commands are run.

/**
 * @typedef {{ kind: 'file' | 'change', path: string, body: string } | { kind: 'commands', body: string }} Block
 * @param {string} page Markdown
 * @returns {Map<string, Block[]>} blocks by the heading they stand under, in order
 */
export function workedExamples(page) {
  const [, part = ''] = page.split(/^## Three worked examples$/m);
  const [examples = ''] = part.split(/^## /m);
  const found = new Map();
  for (const [, title = '', text = ''] of examples.matchAll(/^### (.*)\n([\s\S]*?)(?=^### |(?![\s\S]))/gm)) {
    const blocks = [...text.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language, path, body = '']) => {
      if (language === 'sh') return { kind: 'commands', body };
      return { kind: language === 'diff' ? 'change' : 'file', path, body };
    });
    found.set(title, blocks);
  }
  return found;
}

/**
 * A text after a change: lines that begin with a blank stand there already, `-` goes, `+` comes.
 *
 * @param {string} text
 * @param {string} change
 * @throws when what should stand there does not, or more than once
 */
export function changed(text, change) {
  const lines = change.replace(/\n$/, '').split('\n');
  const side = (signs) =>
    lines
      .filter((line) => signs.includes(line[0] ?? ' '))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, after] = [side(' -'), side(' +')];
  const places = text.split(before).length - 1;
  if (places !== 1) throw new Error(`${places} places have these lines:\n${before}`);
  return text.replace(before, () => after);
}
