import type { Feature } from '../../platform/feature.ts';
import { addMachineRoute } from './add-machine.ts';
import { forgetMadeKeys, madeKeyRoute, madeKeys } from './made-keys.ts';
import { tryLoginRoute } from './try-login.ts';

/** A machine, its login and who may use it, added on one page and tried beforehand. */
export const machinesFeature = (): Feature => ({
  tables: [madeKeys],
  routes: [tryLoginRoute, addMachineRoute, madeKeyRoute],
  jobs: [{ name: 'machines.forget-keys', schedule: '*/10 * * * *', run: forgetMadeKeys }],
});
