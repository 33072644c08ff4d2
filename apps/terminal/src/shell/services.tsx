import type { Preferences as Kept } from '@postern/contract/preferences';
import { createContext, useContext } from 'react';
import type { Api, ConnectMethods, Profile, PublicSettings } from '../transport/api.ts';
import type { Preferences } from '../xterm/preferences.ts';

/** What every part of the page works with, known once the page has started. */
export interface Services {
  api: Api;
  profile: Profile;
  settings: PublicSettings;
  methods: ConnectMethods;
  preferences: Preferences;
  setPreferences: (chosen: Preferences) => void;
  /** Keeps something else that the person chose for themselves; a failure is said. */
  keep: (chosen: Partial<Kept>) => void;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('used before the page has started');
  return services;
}
