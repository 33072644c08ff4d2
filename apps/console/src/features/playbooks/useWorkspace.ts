import { ApiError } from '@postern/client/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { keyOf } from '../../data/keys.ts';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { isChanged, NO_TABS, tabsAfter } from './editor-tabs.ts';
import { isStale, readFile, saveFile } from './playbook-api.ts';

/** The open files of a playbook: read, saved, checked. `version` is another one once Git has brought other files. */
export function useWorkspace(playbook: string, version: unknown) {
  const queries = useQueryClient();
  const [tabs, change] = useReducer(tabsAfter, NO_TABS);
  const now = useRef(tabs);
  now.current = tabs;
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const findings = useQuery({
    queryKey: keyOf('playbooks', 'check', playbook),
    queryFn: ({ signal }) => client.playbooks.check(playbook, {}, { signal }),
    staleTime: 0,
  });
  const checkAgain = useCallback(() => queries.invalidateQueries({ queryKey: keyOf('playbooks', 'check', playbook) }), [queries, playbook]);

  const read = useCallback(
    async (path: string) => {
      try {
        change({ do: 'loaded', path, ...(await readFile(playbook, path)) });
      } catch (error) {
        change({ do: 'close', path });
        showError(error);
      }
    },
    [playbook],
  );
  const open = useCallback(
    (path: string) => {
      const known = now.current.open.some((tab) => tab.path === path);
      change({ do: 'open', path });
      if (!known) void read(path);
    },
    [read],
  );

  /** @returns whether the file is as it is here */
  const save = async (path: string): Promise<boolean> => {
    const tab = now.current.open.find((one) => one.path === path);
    if (!tab || !isChanged(tab)) return true;
    if (tab.theirs || saving.has(path)) return false;
    setSaving((paths) => new Set(paths).add(path));
    try {
      const hash = await saveFile(playbook, path, tab.text, tab.hash);
      change({ do: 'saved', path, text: tab.text, hash });
      void checkAgain();
      return true;
    } catch (error) {
      if (error instanceof ApiError && isStale(error)) {
        const theirs = await readFile(playbook, path).catch(showError);
        if (theirs) change({ do: 'stale', path, ...theirs });
      } else showError(error);
      return false;
    } finally {
      setSaving((paths) => new Set([...paths].filter((one) => one !== path)));
    }
  };

  const first = useRef(version);
  useEffect(() => {
    if (first.current === version) return;
    first.current = version;
    for (const { path } of now.current.open) void read(path);
    void checkAgain();
  }, [version, read, checkAgain]);

  return {
    tabs,
    change,
    open,
    save,
    isSaving: (path: string) => saving.has(path),
    findings: findings.data,
    checkAgain,
    isDirty: tabs.open.some(isChanged),
  };
}
