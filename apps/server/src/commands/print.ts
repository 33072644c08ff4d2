/** Says a line to whoever gave a command. By itself: what prints need not load the product. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
