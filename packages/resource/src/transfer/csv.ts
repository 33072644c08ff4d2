/** Bytes at the start that tell spreadsheets the file is UTF-8. */
export const BOM = '\ufeff';

/** One field of a CSV (RFC 4180). Semicolons and tabs are quoted too: spreadsheets of some countries split at them. */
const quoted = (text: string): string => (/[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
