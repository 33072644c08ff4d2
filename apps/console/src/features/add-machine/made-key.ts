/** A key that was made here is kept in the form as `token line`: what it is called by, and its line of `authorized_keys`. */
const partsOf = (value: unknown): [token: string, line: string] => {
  if (typeof value !== 'string') return ['', ''];
  const at = value.indexOf(' ');
  return at < 0 ? ['', ''] : [value.slice(0, at), value.slice(at + 1)];
};

export const tokenOf = (value: unknown): string => partsOf(value)[0];
export const publicLineOf = (value: unknown): string => partsOf(value)[1];

/** What puts the line on the machine, with the rights that SSH servers insist on. A file without a last line break is no trouble to it. */
export const keyCommand = (line: string): string =>
  `mkdir -p ~/.ssh && chmod 700 ~/.ssh && printf '\\n%s\\n' '${line}' >> ~/.ssh/authorized_keys && chmod 600 ~/.ssh/authorized_keys`;
