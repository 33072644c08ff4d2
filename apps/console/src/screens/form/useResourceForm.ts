import { addressAt } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import { encryptFields } from '@postern/client/transport';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useNavigate, useSearchParams } from 'react-router';
import { useFresh } from '../../data/useFresh.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { type FormErrors, mapErrors } from '../../model/form-errors.ts';
import { writableFields } from '../../model/metadata.ts';
import { titleOf } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import { showError } from '../../session/errors.ts';
import { collectionAt } from '../../session/http.ts';
import type { FormDefinition, FormMode } from './form-definition.ts';
import { bodyOf, cloneValues, copyName, keptValues, namesOf, startValues, submitValues, withoutSecrets } from './form-values.ts';
import { useTakeBack } from './useTakeBack.ts';

const NO_ERRORS: FormErrors = { fields: {}, general: [] };
/** The next page opens this long after saving (docs/behaviour/forms.md#saving), so that what was saved is in the list. */
const NEXT_MS = 100;

/** Everything a create or update form does, without drawing it: metadata, the object, saving, the server's errors. */
export function useResourceForm(definition: FormDefinition) {
  const { resource, url = resource.url, id } = definition;
  const { t } = useTranslation(['screens', 'features']);
  const navigate = useNavigate();
  const base = useHref('/');
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const cloneFrom = id === undefined ? (params.get('clone_from') ?? undefined) : undefined;
  const mode: FormMode = id === undefined ? 'create' : 'update';
  const rows = collectionAt<Values>(url);

  const metadata = useMetadata(definition.metadataUrl ?? (id === undefined ? url : addressAt(url, 'retrieve', id)));
  const source = id ?? cloneFrom;
  const object = useFresh({
    queryKey: ['detail', url, source],
    queryFn: ({ signal }) => rows.retrieve(source ?? '', {}, { signal }),
    enabled: source !== undefined,
  });
  const stored = object.data;

  const method = mode === 'create' ? 'POST' : definition.partial ? 'PATCH' : 'PUT';
  const writable = useMemo(() => writableFields(metadata.data, method) ?? writableFields(metadata.data, 'PATCH'), [metadata.data, method]);
  const fields = useMemo(() => {
    const own = Object.entries(definition.fields ?? {}).flatMap(([name, spec]) => (spec.info ? [[name, spec.info] as const] : []));
    return { ...writable, ...Object.fromEntries(own) };
  }, [writable, definition.fields]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the definition is made anew on each render; its data is read when the answers arrive
  const values = useMemo(() => {
    if (!writable || (source !== undefined && !stored)) return undefined;
    let loaded = stored && withoutSecrets(stored, fields);
    if (loaded && cloneFrom) loaded = cloneValues(loaded, (name) => copyName(t('form.copyOf', { name }), fields.name));
    if (loaded && definition.load) loaded = definition.load(loaded, mode, cloneFrom !== undefined);
    return startValues(fields, loaded, definition.initial ?? {});
  }, [writable, stored]);

  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const offerBack = useTakeBack();

  /** The name of what was saved, as a link to its page where it has one. */
  const announce = (saved: Values, entered: Values, written: readonly string[] | undefined) => {
    const words = mode === 'create' ? 'form.created' : 'form.updated';
    const name = titleOf(saved) || titleOf(entered);
    const page =
      definition.link === false || saved.id === undefined ? undefined : `${resource.path}/${encodeURIComponent(String(saved.id))}`;
    const to = typeof definition.link === 'function' ? definition.link(saved) : page;
    const linked = to !== undefined && to !== '' && name !== '';
    const text = linked ? t(words, { name: '' }).trim() : t(words, { name });
    const link = linked ? { text: name, href: base.replace(/\/$/, '') + to, open: () => void navigate(to) } : undefined;
    if (id === undefined || !stored || !written?.every((field) => fields[field])) return toast.success(text, link);
    const known = Object.fromEntries(written.flatMap((field) => (fields[field] ? [[field, fields[field]] as const] : [])));
    offerBack({ url, id, before: stored, after: saved, fields: known }, text, link);
  };

  /** Puts a refusal at the fields in `shown`, and what has none of them above the form. */
  const refuse = (error: unknown, shown: readonly string[]): void => {
    if (!(error instanceof ApiError) || error.status !== 400) {
      showError(error);
      return;
    }
    const mapped = mapErrors(error.body, shown, definition.errorAlias);
    if (mapped.general.length === 0 && Object.keys(mapped.fields).length === 0) mapped.general.push(t('form.refused'));
    setErrors(mapped);
  };

  /** `sent` of the values as saving would send them, before anything is encrypted; secrets are left out. */
  const draft = async (entered: Values, sent: ReadonlySet<string>): Promise<Values> => {
    const open = new Set([...sent].filter((name) => !fields[name]?.write_only));
    const cleaned = submitValues(entered, open, fields);
    return (await definition.prepare?.(cleaned, mode)) ?? cleaned;
  };

  /**
   * Sends `sent` of the values. `shown` are the fields that can show an error of their own; errors of others go above the form. True when
   * saved; otherwise `errors` says why. A second call while the first is on its way does nothing.
   */
  const save = async (
    entered: Values,
    { sent, shown, addAnother }: { sent: ReadonlySet<string>; shown: readonly string[]; addAnother: boolean },
  ): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setSaving(true);
    setErrors(NO_ERRORS);
    try {
      const cleaned = submitValues(entered, sent, fields);
      const prepared = (await definition.prepare?.(cleaned, mode)) ?? cleaned;
      if (definition.before && !(await definition.before(prepared, stored))) return false;
      const whole = mode === 'update' && !definition.partial && !definition.send;
      const asked = new Set(namesOf(definition, fields, mode));
      const kept = whole && stored ? keptValues(stored, asked, fields) : {};
      const body = bodyOf(await encryptFields({ ...kept, ...prepared }, definition.secrets));
      const plain = () =>
        id === undefined
          ? rows.create(body, { query: { clone_from: cloneFrom } })
          : definition.partial
            ? rows.partialUpdate(id, body)
            : rows.update(id, body);
      const saved = await (definition.send ? definition.send(body, mode) : (definition.proved?.(plain) ?? plain()));
      await queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'list' || kind === 'detail' || kind === 'options' });
      if (!saved) return false;
      // What the screen sends in a way of its own, and files, cannot be taken back from here.
      const written = definition.send || body instanceof FormData ? undefined : Object.keys(prepared);
      if (definition.onSaved) {
        announce(saved, entered, written);
        definition.onSaved(saved);
      } else if (addAnother) announce(saved, entered, written);
      else {
        await new Promise((resolve) => setTimeout(resolve, NEXT_MS));
        announce(saved, entered, written);
        navigate(definition.next?.(saved, mode) ?? `${resource.path}?order=-date_updated`);
      }
      return true;
    } catch (error) {
      refuse(error, shown);
      return false;
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  return {
    mode,
    fields,
    values,
    object: stored,
    errors,
    clearError: (name: string) =>
      setErrors((now) =>
        name in now.fields ? { ...now, fields: Object.fromEntries(Object.entries(now.fields).filter(([key]) => key !== name)) } : now,
      ),
    saving,
    save,
    draft,
    refuse,
    /** Metadata has come, and the actor may not write. */
    forbidden: metadata.data !== undefined && writable === undefined,
    error: metadata.error ?? object.error,
    retry: () => {
      if (metadata.isError) void metadata.refetch();
      if (object.isError) void object.refetch();
    },
  };
}
