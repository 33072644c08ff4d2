import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { type: 'major'; flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/**
 * Gives memory back to the machine that this program no longer needs. V8 would keep most of it for as long as the program has little to do, which may be for
 * ever. Takes some 100 ms: for moments in which nobody waits.
 */
export function giveBack(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'major', flavor: 'last-resort' });
}
