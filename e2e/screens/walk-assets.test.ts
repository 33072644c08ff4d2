import { testWalks } from '../support/walkers.ts';
import { ASSETS } from '../support/walks.ts';

testWalks(ASSETS);
