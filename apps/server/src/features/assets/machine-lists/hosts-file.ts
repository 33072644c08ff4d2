import { isIP } from 'node:net';
import { isTableName, linesOf, listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/** The table of names that every system has (hosts(5)): an address, its name, further names. */

const HOST = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._-]{0,253})$/u;
/** The machine itself, and groups of the network: every table has them, and none is a machine to log in at. */
const isOurs = (address: string): boolean =>
  /^(127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$|f[ef]0[0-9a-f]::)/i.test(address) || /^fe80::.*%/i.test(address);

const partsOf = (text: string) => {
  const [before = '', ...note] = text.split('#');
  const [address = '', ...names] = before.trim().split(/\s+/);
  return { address, names, note: note.join('#').trim() };
};

const isEntry = (text: string): boolean => {
  const { address, names } = partsOf(text);
  return isIP(address.split('%')[0] ?? '') !== 0 && names.length > 0 && names.every((name) => HOST.test(name));
};

export const hostsFile: MachineFormat = {
  name: 'hosts',
  recognises(head, fileName) {
    if (isTableName(fileName)) return false;
    // The last line may be cut off.
    const whole = head.length < 4096 ? head : head.slice(0, head.lastIndexOf('\n') + 1);
    const found = [...linesOf(whole)].filter(({ text }) => !text.startsWith('#'));
    const fit = found.filter(({ text }) => isEntry(text));
    const called = /(^|[\\/._-])hosts(\.txt)?$/i.test(fileName);
    return fit.length > 0 && (called ? fit.length * 2 >= found.length : fit.length === found.length);
  },
  read(text) {
    const made = listMaker();
    for (const { line, text: written } of linesOf(text)) {
      if (written.startsWith('#')) continue;
      const { address, names, note } = partsOf(written);
      const [name, ...further] = names;
      if (isIP(address.split('%')[0] ?? '') === 0) made.refuse(line, written, 'no_address');
      else if (name === undefined || !HOST.test(name)) made.refuse(line, written, 'syntax');
      else if (isOurs(address)) made.ignore(name);
      else {
        const comment = [further.join(' '), note].filter((part) => part !== '').join('; ');
        made.add({ line, name, address, ...(comment && { comment }) });
      }
    }
    return made.list();
  },
};
