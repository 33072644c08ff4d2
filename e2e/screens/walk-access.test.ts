import { testWalks } from '../support/walkers.ts';
import { ACCESS } from '../support/walks.ts';

testWalks('$one: made, changed, copied, several at once, as a file and from one, looked at, deleted', ACCESS);
