import { testWalks } from '../support/walkers.ts';
import { PEOPLE } from '../support/walks.ts';

testWalks(PEOPLE);
