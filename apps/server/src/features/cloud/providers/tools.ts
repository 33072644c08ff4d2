import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { EndpointOf } from './endpoints.ts';

/** What providers work with, handed in where the feature is put together. */
export interface CloudTools {
  outbound: Pick<Outbound, 'fetch'>;
  /** Where services of public clouds are; the vendors' own places unless told. */
  endpointOf?: EndpointOf;
  /** Milliseconds before the first repetition of a throttled request, doubled for each further one; half a second unless told. */
  pause?: number;
}
