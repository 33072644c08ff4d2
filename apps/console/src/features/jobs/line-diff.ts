/** Differences of two texts, line by line. Pure. */

export interface DiffLine {
  kind: 'same' | 'left' | 'right';
  text: string;
}

/** Pairs of lines that are compared at most; what differs in more is shown as wholly other. */
const MOST_PAIRS = 4_000_000;

const marked = (lines: readonly string[], kind: DiffLine['kind']): DiffLine[] => lines.map((text) => ({ kind, text }));

/** The longest lines in common stay; the others are of the left or of the right alone. */
function compared(left: readonly string[], right: readonly string[]): DiffLine[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (l: number, r: number): number => lengths[l * width + r] ?? 0;
  for (let l = left.length - 1; l >= 0; l -= 1)
    for (let r = right.length - 1; r >= 0; r -= 1)
      lengths[l * width + r] = left[l] === right[r] ? at(l + 1, r + 1) + 1 : Math.max(at(l + 1, r), at(l, r + 1));
  const out: DiffLine[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    if (left[l] === right[r]) {
      out.push({ kind: 'same', text: left[l] ?? '' });
      l += 1;
      r += 1;
    } else if (at(l + 1, r) >= at(l, r + 1)) {
      out.push({ kind: 'left', text: left[l] ?? '' });
      l += 1;
    } else {
      out.push({ kind: 'right', text: right[r] ?? '' });
      r += 1;
    }
  }
  return [...out, ...marked(left.slice(l), 'left'), ...marked(right.slice(r), 'right')];
}

const linesOf = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

export function lineDiff(leftText: string, rightText: string): DiffLine[] {
  const [left, right] = [linesOf(leftText), linesOf(rightText)];
  let from = 0;
  while (from < left.length && from < right.length && left[from] === right[from]) from += 1;
  let tail = 0;
  while (tail < left.length - from && tail < right.length - from && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const [l, r] = [left.slice(from, left.length - tail), right.slice(from, right.length - tail)];
  const middle = l.length * r.length > MOST_PAIRS ? [...marked(l, 'left'), ...marked(r, 'right')] : compared(l, r);
  return [...marked(left.slice(0, from), 'same'), ...middle, ...marked(left.slice(left.length - tail), 'same')];
}
