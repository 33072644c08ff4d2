/** Bytes that are put together before they go on. */
const PORTION = 16 * 1024;

/** A value in one cell: what would end it is written as an escape, as `mysql --batch` and PostgreSQL's COPY do. */
const cell = (value: string | null): string =>
  value === null
    ? 'NULL'
    : value.replace(/[\\\t\n\r\0]/g, (one) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' })[one] ?? one);

export interface Printer {
  line(values: readonly (string | null)[]): void;
  /** Hands on what is left. */
  flush(): void;
}

/** Rows as lines with tabs between their cells, in portions. */
export function printer(print: (bytes: Buffer) => void): Printer {
  let left: string[] = [];
  let size = 0;
  let soon = false;
  const flush = (): void => {
    if (left.length === 0) return;
    const text = left.join('');
    left = [];
    size = 0;
    print(Buffer.from(text));
  };
  return {
    line(values) {
      const text = `${values.map(cell).join('\t')}\n`;
      left.push(text);
      size += text.length;
      if (size >= PORTION) return flush();
      if (soon) return;
      soon = true;
      // A row of a slow statement is not waited for by the next one.
      setImmediate(() => {
        soon = false;
        flush();
      });
    },
    flush,
  };
}
