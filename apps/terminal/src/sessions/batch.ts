import type { PublicSettings } from '../transport/api.ts';

/** Whether one line may be sent to several terminals at once: what jobs do, by hand, so the same setting allows it. */
export const offersBatch = (
  { SECURITY_COMMAND_EXECUTION: allowed }: Pick<PublicSettings, 'SECURITY_COMMAND_EXECUTION'>,
  protocol: string | undefined,
  terminals: number,
): boolean => allowed === true && protocol === 'ssh' && terminals > 1;
