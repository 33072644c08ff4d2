import { addressOf } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import { encryptFields } from '@postern/client/transport';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useFresh } from '../../data/useFresh.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { type FormErrors, mapErrors } from '../../model/form-errors.ts';
import { writableFields } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { submitValues } from '../../screens/form/form-values.ts';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { refreshPublicSettings } from '../../startup/public-settings.ts';

const NO_ERRORS: FormErrors = { fields: {}, general: [] };

/** One category of settings, or the same of a provider beside the first of its kind: its values, its metadata and saving some of its keys (docs/wire/settings.md#categories). Draws nothing. */
export function useSettingForm(category: string, provider = '') {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const asked = { category, ...(provider ? { provider } : {}) };
  const key = keyOf('setting', 'get', asked);
  const metadata = useMetadata(addressOf('setting', 'get', asked));
  const values = useFresh({ queryKey: key, queryFn: ({ signal }) => client.setting.get(asked, { signal }) });
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [saving, setSaving] = useState(false);

  const map = writableFields(metadata.data, 'PATCH') ?? {};
  const secrets = Object.keys(map).filter((name) => map[name]?.write_only);
  /** These keys as they are sent: blank secrets left out, the others encrypted. */
  const bodyOf = (entered: Values, names: readonly string[]): Promise<Values> =>
    encryptFields(submitValues(entered, new Set(names), map), secrets);
  /** Shows a refusal, or what is wrong with some fields, where that was entered. */
  const refuse = (refusal: unknown, names: readonly string[]): void => {
    if (!(refusal instanceof Error)) setErrors(mapErrors(refusal, names));
    else if (refusal instanceof ApiError && refusal.status === 400) setErrors(mapErrors(refusal.body, names));
    else showError(refusal);
  };

  /** Sends these keys; what they say is in force in this page before this returns. True when saved. */
  const save = async (entered: Values, names: readonly string[]): Promise<boolean> => {
    setSaving(true);
    setErrors(NO_ERRORS);
    try {
      const body = await bodyOf(entered, names);
      queries.setQueryData(key, await client.setting.patch(body, { query: asked }));
      // What a page shows besides the form hangs below the category.
      void queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey.length > key.length });
      await refreshPublicSettings();
      toast.success(t('saved'));
      return true;
    } catch (error) {
      refuse(error, names);
      return false;
    } finally {
      setSaving(false);
    }
  };
  /** One setting is another than it was read, whoever wrote it. */
  const tookBack = (name: string, value: unknown): void =>
    void queries.setQueryData(key, (known: Values | undefined) => (known ? { ...known, [name]: value } : known));
  const error = metadata.error ?? values.error;
  return {
    fields: writableFields(metadata.data, 'PATCH'),
    values: values.data,
    errors,
    saving,
    save,
    tookBack,
    bodyOf,
    /** Forgets former refusals. */
    forgive: () => setErrors(NO_ERRORS),
    refuse,
    forbidden: error instanceof ApiError && error.status === 403,
    error,
    retry: () => {
      if (metadata.isError) void metadata.refetch();
      if (values.isError) void values.refetch();
    },
  };
}
