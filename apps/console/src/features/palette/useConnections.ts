import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../session/auth.tsx';
import { readCommand } from './connect-command.ts';
import { findConnections } from './connections.ts';
import type { PaletteEntry } from './palette-entries.ts';

const NONE: readonly PaletteEntry[] = [];

interface Connections {
  entries: readonly PaletteEntry[];
  /** Nothing but a connection is meant: an account is named. */
  only: boolean;
  /** A connection is asked for, and the answer to what stands in the field is not there yet. */
  pending: boolean;
}

/**
 * Sessions that the words ask for. What was found for other words is not shown: Enter would open a machine that nobody named.
 *
 * @param typed what stands in the field
 * @param asked the same once the person has paused, or what they had typed before
 */
export function useConnections(typed: string, asked: string, enough: boolean): Connections {
  const { t } = useTranslation('shell');
  const { can } = useAuth();
  const may = can('perms.view_myassets');
  const command = useMemo(() => readCommand(asked), [asked]);
  const wanted = may ? readCommand(typed) : undefined;
  const found = useQuery<PaletteEntry[]>({
    queryKey: ['palette', 'connect', asked],
    enabled: may && enough && command !== undefined,
    staleTime: 10_000,
    queryFn: ({ signal }) => (command ? findConnections(command, t, signal) : []),
  });
  const current = typed === asked;
  return {
    entries: (current && found.data) || NONE,
    only: wanted?.sentence === true && wanted.account !== undefined,
    pending: wanted?.sentence === true && (!current || found.isFetching),
  };
}
