import { ApiError } from '@postern/client/http';
import { toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../screens/data/useMetadata.ts';
import type { Values } from '../../screens/form/form-definition.ts';
import { submitValues } from '../../screens/form/form-values.ts';
import { type FormErrors, mapErrors } from '../../screens/model/form-errors.ts';
import { writableFields } from '../../screens/model/metadata.ts';
import { showError } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import { refreshPublicSettings } from '../../startup/public-settings.ts';

const NO_ERRORS: FormErrors = { fields: {}, general: [] };

/** One category of settings: its values, its metadata and saving some of its keys (docs/wire/settings.md#categories). Draws nothing. */
export function useSettingForm(category: string) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const url = `settings/setting/?category=${category}`;
  const key = ['setting', category];
  const metadata = useMetadata(url);
  const values = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => http.get<Values>(url, { signal }),
    // A form starts from what the server holds now: an older copy would be replaced under the hands of who types.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [saving, setSaving] = useState(false);

  /** Sends these keys; what they say is in force in this page before this returns. True when saved. */
  const save = async (entered: Values, names: readonly string[]): Promise<boolean> => {
    setSaving(true);
    setErrors(NO_ERRORS);
    try {
      const body = submitValues(entered, new Set(names), writableFields(metadata.data, 'PATCH') ?? {});
      client.setQueryData(key, await http.patch<Values>(url, body));
      await refreshPublicSettings();
      toast.success(t('saved'));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setErrors(mapErrors(error.body, names));
      else showError(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const error = metadata.error ?? values.error;
  return {
    fields: writableFields(metadata.data, 'PATCH'),
    values: values.data,
    errors,
    saving,
    save,
    forbidden: error instanceof ApiError && error.status === 403,
    error,
    retry: () => {
      if (metadata.isError) void metadata.refetch();
      if (values.isError) void values.refetch();
    },
  };
}
