import { testWalks } from '../support/walkers.ts';
import { ROLES } from '../support/walks.ts';

testWalks(ROLES);
