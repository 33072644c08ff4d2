import { useEffect, useState } from 'react';

/** How long a copy is told. */
const DONE_MS = 1000;

/** Whether a text was copied just now, and what copies it. */
export function useCopy(value: string): [done: boolean, copy: () => void] {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return [done, () => void copyText(value).then(setDone)];
}

/** The same text is put on the clipboard once in this time (ms): a double click is one wish. */
const AGAIN_MS = 1400;
let last: { value: string; at: number } | undefined;

/** Puts a text on the clipboard; false when the browser refuses. Works on plain http as well, where the async clipboard is absent. */
export async function copyText(value: string): Promise<boolean> {
  if (last?.value === value && Date.now() - last.at < AGAIN_MS) return true;
  const copied = await putOnClipboard(value);
  last = copied ? { value, at: Date.now() } : undefined;
  return copied;
}

async function putOnClipboard(value: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = value;
  area.className = 'p-visually-hidden';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
