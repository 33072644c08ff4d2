/**
 * How a playbook's module travels into Python on a machine: what it does stands on lines of its own, between lines that are always these; the rest is
 * hexadecimal. The gateway judges every line as it does any other, and lists those that say something.
 */
export const MODULE_INPUT = {
  opening: "import binascii,zlib;said=r'''",
  /** Where what is said would end a raw string: quotes and backslashes in it have a backslash before them. */
  escaped: "import binascii,zlib;said='''",
  between: "''';sent='''",
  closing: "''';exec(compile(zlib.decompress(binascii.unhexlify(sent.replace('\\n',''))),'module','exec'))",
} as const;

const FRAME: ReadonlySet<string> = new Set(Object.values(MODULE_INPUT));
/** So many digits at once are no command of anybody's. */
const DIGITS = /^[0-9a-f]{512,4096}$/;

/** Whether a line is one of which nobody learns anything. */
export const isModuleFrame = (line: string): boolean => FRAME.has(line) || DIGITS.test(line);
