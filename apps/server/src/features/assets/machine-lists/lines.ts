import { linesOf, listMaker, portOf } from './list-maker.ts';
import type { ListedMachine, MachineFormat, UnreadReason } from './machine-list.ts';

/** `user@host:port`, `ssh://user@host:port`, `host`, `[2001:db8::1]:22`; what follows a blank is the comment. */
const LINE =
  /^(?:(?<protocol>[a-z][a-z0-9]{0,15}):\/\/)?(?:(?<user>[^\s@:/]{1,128})@)?(?<host>\[[0-9A-Fa-f:.%]{2,64}\]|[^\s@:/[\]]{1,255})(?::(?<port>\d{1,5}))?\/?(?:\s+(?<rest>.*))?$/;

function machineOf(line: number, text: string): ListedMachine | UnreadReason {
  const found = LINE.exec(text)?.groups;
  if (!found?.host) return 'syntax';
  const port = found.port === undefined ? undefined : portOf(found.port);
  if (found.port !== undefined && port === undefined) return 'port';
  const address = found.host.replace(/^\[|\]$/g, '');
  return {
    line,
    name: address,
    address,
    ...(found.protocol && { protocol: found.protocol }),
    ...(port !== undefined && { port }),
    ...(found.user && { username: found.user }),
    ...(found.rest && { comment: found.rest.replace(/^#\s*/, '') }),
  };
}

/** One machine per line, as people write them in notes and in chat. The last format to be asked: it knows everything by its lines. */
export const lines: MachineFormat = {
  name: 'lines',
  recognises: (_head, fileName) => fileName === '' || /\.(txt|list)$/i.test(fileName),
  read(text) {
    const made = listMaker();
    for (const { line, text: written } of linesOf(text)) {
      if (written.startsWith('#')) continue;
      const found = machineOf(line, written.slice(0, 1024));
      if (typeof found === 'string') made.refuse(line, written, found);
      else made.add(found);
    }
    return made.list();
  },
};
