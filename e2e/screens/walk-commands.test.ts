import { testWalks } from '../support/walkers.ts';
import { COMMANDS } from '../support/walks.ts';

testWalks(COMMANDS);
