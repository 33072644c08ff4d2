/** Lines of two texts beside each other. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added' | 'gap';
  text: string;
  /** Line numbers, from 1; null where there is none. */
  before: number | null;
  after: number | null;
}

/** Pairs of lines that are compared; texts that differ in more are told as replaced. */
const MOST_PAIRS = 4_000_000;
const AROUND = 3;

/** What has to be removed and added to make one text of the other, with some lines around. Empty when they are the same. */
export function diffLines(before: string, after: string): DiffLine[] {
  if (before === after) return [];
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const lines: DiffLine[] = [];
  const same = (at: number, shift: number): void =>
    void lines.push({ kind: 'same', text: a[at] ?? '', before: at + 1, after: at + shift + 1 });
  for (let at = 0; at < head; at += 1) same(at, 0);
  for (const line of middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)))
    lines.push({
      ...line,
      before: line.before === null ? null : line.before + head,
      after: line.after === null ? null : line.after + head,
    });
  for (let at = a.length - tail; at < a.length; at += 1) same(at, b.length - a.length);
  return around(lines);
}

/** The longest common lines, by a table. */
function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (at: number): DiffLine => ({ kind: 'removed', text: a[at] ?? '', before: at + 1, after: null });
  const added = (at: number): DiffLine => ({ kind: 'added', text: b[at] ?? '', before: null, after: at + 1 });
  if (a.length * b.length > MOST_PAIRS) return [...a.map((_, at) => removed(at)), ...b.map((_, at) => added(at))];
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '', before: i + 1, after: j + 1 });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(i));
      i += 1;
    } else {
      lines.push(added(j));
      j += 1;
    }
  }
  return lines;
}

/** Leaves out what is far from any difference. */
function around(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') for (let step = at - AROUND; step <= at + AROUND; step += 1) near.add(step);
  });
  const kept: DiffLine[] = [];
  lines.forEach((line, at) => {
    if (near.has(at)) kept.push(line);
    else if (kept.length > 0 && kept.at(-1)?.kind !== 'gap') kept.push({ kind: 'gap', text: '', before: null, after: null });
  });
  return kept.at(-1)?.kind === 'gap' ? kept.slice(0, -1) : kept;
}
