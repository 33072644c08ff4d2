import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';
import type { PlatformProtocol } from '../assets/protocols.ts';
import type { AutomationLimits } from './automation.ts';

/** What a type of asset allows (docs/wire/assets.md#what-a-type-allows). */
export interface Constraints {
  charset_enabled?: boolean;
  domain_enabled?: boolean;
  su_enabled?: boolean;
  su_methods?: string[];
  automation?: AutomationLimits;
  protocols?: PlatformProtocol[];
}

export const useConstraints = (category: string, type: string) =>
  useQuery({
    queryKey: keyOf('categories', 'constraints', { category, type }),
    queryFn: ({ signal }) => client.categories.constraints({ category, type }, { signal }),
  });
