import { addressAt } from '@postern/client/api';
import { withQuery } from '@postern/client/http';
import type { FieldInfo } from '@postern/contract/metadata';
import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { choiceValue, readableFields, writableFields } from '../../model/metadata.ts';
import { type Row, right } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { type MemberInfos, membersOf } from '../../screens/form/members.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { collectionAt } from '../../session/http.ts';
import { isBuiltInType, STORAGES, type StorageKind, tabOf } from './storage-kinds.ts';

const members = membersOf('meta', 'meta_');

/** Members that cannot be changed once there is something in the index, and one that is for other clients: certificates are always verified. */
const FIXED: ReadonlySet<string> = new Set(['INDEX', 'INDEX_BY_DATE']);
const LEFT_OUT: ReadonlySet<string> = new Set(['IGNORE_VERIFY_CERTS']);
/** Hosts may have a name and a password in them. */
const ALSO_SECRET: ReadonlySet<string> = new Set(['HOSTS']);
/** What was chosen, in words. */
const TYPE: FieldInfo = { type: 'string', label: '', required: false, read_only: false, write_only: false, max_length: 64 };
/** No line is as long: keys and certificates. */
const LINE = 1024;

function inputOf({ write_only, max_length = 0 }: FieldInfo): FieldSpec {
  if (write_only) return { widget: max_length > LINE ? 'secretText' : 'secret' };
  return max_length > LINE ? { props: { roomy: true } } : {};
}

/** Create or update a storage; its type, which the address carries, says what it is told (docs/behaviour/settings.md#terminal). */
function StorageForm({ kind }: { kind: StorageKind }) {
  const { t } = useTranslation('screens');
  const { id } = useParams();
  const [params] = useSearchParams();
  const { resource, group } = STORAGES[kind];
  const asked = params.get('type');
  // An address that was typed by hand may lack the type.
  const stored = useQuery({
    queryKey: keyOf(group, 'retrieve', id ?? ''),
    queryFn: ({ signal }) => collectionAt<Row>(resource.url).retrieve(id ?? '', {}, { signal }),
    enabled: id !== undefined && !asked,
  });
  const type = asked ?? (stored.data ? String(choiceValue(stored.data.type)) : undefined);
  const url = type === undefined ? undefined : withQuery(resource.url, { type });
  const metadata = useMetadata(url && id !== undefined ? addressAt(url, 'retrieve', id) : url);
  const error = metadata.error ?? stored.error;
  if ((id === undefined && !asked) || isBuiltInType(type)) return <Navigate replace to={tabOf(kind)} />;
  if (error) return <EmptyState title={t('form.failed')} text={errorMessage(error)} />;
  const form = writableFields(metadata.data, id === undefined ? 'POST' : 'PUT');
  if (!form || type === undefined || !url) return <SkeletonRows rows={8} columns={2} label={t('list.loading')} />;
  const described = readableFields(metadata.data).type;
  const title = described?.choices?.find(({ value }) => value === type)?.label;
  // Another word than a type that there is.
  if (title === undefined || !form.meta?.children) return <Navigate replace to={tabOf(kind)} />;
  const infos = Object.entries(form.meta.children).filter(([name, info]) => !info.read_only && !LEFT_OUT.has(name));
  return (
    <LoadedForm
      kind={kind}
      id={id}
      url={url}
      type={type}
      title={title}
      typeLabel={described?.label ?? ''}
      infos={Object.fromEntries(infos)}
    />
  );
}

interface LoadedProps {
  kind: StorageKind;
  id: string | undefined;
  url: string;
  type: string;
  /** The type in words, and what types are called. */
  title: string;
  typeLabel: string;
  infos: MemberInfos;
}

function LoadedForm({ kind, id, url, type, title, typeLabel, infos }: LoadedProps) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { resource } = STORAGES[kind];
  const names = Object.keys(infos);
  const secrets = names.filter((name) => infos[name]?.write_only || ALSO_SECRET.has(name));
  const fields = members.fields(infos, id !== undefined, inputOf);
  const fixed = names.filter((name) => id !== undefined && FIXED.has(name)).map(members.fieldName);
  return (
    <ResourceForm
      definition={{
        resource,
        url,
        id,
        groups: [
          { title: t('endpoints.basic'), fields: ['name', 'type', 'comment'] },
          { title, purpose: t('storages.metaPurpose'), fields: names.map(members.fieldName) },
          { title: t('storages.use'), fields: ['is_default'] },
        ],
        initial: { type: title },
        fields: {
          type: { info: TYPE, label: typeLabel, disabled: true, local: true },
          // Of one that exists, the list says what it means and asks.
          is_default: { only: 'create', has: can(right(resource, 'change')) },
          ...fields,
          ...Object.fromEntries(fixed.map((name) => [name, { ...fields[name], disabled: true }])),
        },
        load: (object) => ({ ...members.load(object), type: title }),
        prepare: (values) => members.body(id === undefined ? { ...values, type } : values, secrets),
        send: async (body) => {
          try {
            const storages = collectionAt<Values>(url);
            return id === undefined ? await storages.create(body) : await storages.update(id, body);
          } catch (problem) {
            throw members.flatRefusal(problem);
          }
        },
        saveAndAdd: false,
        listTo: tabOf(kind),
        next: () => tabOf(kind),
        link: false,
      }}
    />
  );
}

export const ReplayStorageForm = () => <StorageForm kind="replay" />;
export const CommandStorageForm = () => <StorageForm kind="command" />;
