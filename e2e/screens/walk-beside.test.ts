import { testWalks } from '../support/walkers.ts';
import { BESIDE } from '../support/walks.ts';

testWalks(BESIDE);
