import { type ListMaker, portOf } from './list-maker.ts';

/** A connection as a program for connections keeps it. */
export interface Connection {
  line: number;
  name: string;
  address: string;
  protocol: string | undefined;
  port: string;
  username: string;
  folder: readonly string[];
  comment: string;
}

/** Adds a connection to the list, or says why it is none. */
export function addConnection(made: ListMaker, { line, name, address, protocol, port, username, folder, comment }: Connection): void {
  // Without a port it is that of the protocol.
  const at = port === '' || port === '0' ? undefined : portOf(port);
  if (protocol === undefined) made.refuse(line, name || address, 'protocol');
  else if (address === '') made.refuse(line, name, 'no_address');
  else if (at === undefined && port !== '' && port !== '0') made.refuse(line, `${name || address} ${port}`, 'port');
  else {
    const kept = folder.filter((part) => part !== '');
    made.add({
      line,
      name: name || address,
      address,
      protocol,
      ...(at !== undefined && { port: at }),
      ...(username && { username }),
      ...(kept.length > 0 && { folder: kept }),
      ...(comment && { comment }),
    });
  }
}

/** Folders within each other; deeper ones go in circles. */
const MAX_FOLDERS = 32;

/** What a thing lies in, from the inside out, of things that say so by an id. */
export function within<T extends { parent: string }>(id: string, parents: ReadonlyMap<string, T>): T[] {
  const found: T[] = [];
  for (let now = parents.get(id); now && found.length < MAX_FOLDERS; now = parents.get(now.parent)) found.push(now);
  return found;
}

/** The names of that, from the outside in. */
export const pathOf = (id: string, parents: ReadonlyMap<string, { name: string; parent: string }>): string[] =>
  within(id, parents)
    .map(({ name }) => name)
    .reverse();
