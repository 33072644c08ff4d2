import type { PublicSettings } from '../transport/api.ts';

type Allowed = Pick<PublicSettings, 'SECURITY_COMMAND_EXECUTION'>;

/** Whether something may go to several terminals at once: what jobs do, by hand, so the same setting allows it. */
export const allowsSeveral = ({ SECURITY_COMMAND_EXECUTION: allowed }: Allowed): boolean => allowed === true;

/** Whether one line may be sent to several terminals at once. */
export const offersBatch = (settings: Allowed, protocol: string | undefined, terminals: number): boolean =>
  allowsSeveral(settings) && protocol === 'ssh' && terminals > 1;
