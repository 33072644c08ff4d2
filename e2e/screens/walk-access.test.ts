import { testWalks } from '../support/walkers.ts';
import { ACCESS } from '../support/walks.ts';

testWalks(ACCESS);
