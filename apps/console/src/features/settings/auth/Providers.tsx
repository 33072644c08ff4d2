import { addressOf } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import type { ProviderCategory } from '@postern/contract/settings';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Segmented } from 'antd';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFresh } from '../../../data/useFresh.ts';
import { useRunAction } from '../../../data/useRunAction.ts';
import { Dialog } from '../../../fields/Dialog.tsx';
import { mapErrors } from '../../../model/form-errors.ts';
import { showError } from '../../../session/errors.ts';
import { client } from '../../../session/http.ts';
import { refreshPublicSettings } from '../../../startup/public-settings.ts';

interface Provider {
  name: string;
  category: string;
  label: string;
}

const KEY = [addressOf('providers', 'beside')];
/** The first of a kind, which has no name. */
const FIRST = '';

/** The providers of one kind: which of them is set, and adding, renaming and removing those beside the first. */
export function Providers({ category, children }: { category: ProviderCategory; children: (provider: string) => ReactNode }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const runAction = useRunAction();
  const [chosen, setChosen] = useState(FIRST);
  const [dialog, setDialog] = useState<'add' | 'rename'>();
  const listed = useFresh({ queryKey: KEY, queryFn: ({ signal }) => client.providers.beside({}, { signal }) });
  const providers = (listed.data?.providers ?? []).filter((one) => one.category === category);
  const current = providers.find((one) => one.name === chosen);
  const reload = async (name: string) => {
    await Promise.all([queries.invalidateQueries({ queryKey: KEY }), refreshPublicSettings()]);
    setChosen(name);
    setDialog(undefined);
  };
  const remove = async ({ name, label }: Provider) => {
    const question = {
      title: t('auth.providers.removeTitle', { label }),
      text: t('auth.providers.removeText'),
      verb: t('auth.providers.remove'),
      danger: true,
    };
    if (await runAction(() => client.providers.delete(name), { question })) await reload(FIRST);
  };
  return (
    <>
      <div className="set-providers">
        {providers.length > 0 ? (
          <Segmented
            aria-label={t('auth.providers.title')}
            value={current ? chosen : FIRST}
            onChange={setChosen}
            options={[{ value: FIRST, label: t('auth.providers.first') }, ...providers.map(({ name, label }) => ({ value: name, label }))]}
          />
        ) : null}
        {current ? (
          <>
            <Button icon={<Pencil size={14} aria-hidden="true" />} onClick={() => setDialog('rename')}>
              {t('auth.providers.rename')}
            </Button>
            <Button danger icon={<Trash2 size={14} aria-hidden="true" />} onClick={() => void remove(current)}>
              {t('auth.providers.remove')}
            </Button>
          </>
        ) : null}
        <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setDialog('add')}>
          {t('auth.providers.add')}
        </Button>
      </div>
      <Fragment key={current?.name ?? FIRST}>{children(current?.name ?? FIRST)}</Fragment>
      {dialog ? (
        <ProviderDialog
          category={category}
          {...(dialog === 'rename' && current ? { provider: current } : {})}
          onSaved={reload}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
}

interface Entered {
  name: string;
  label: string;
}

/** As it may stand in an address. */
const nameFor = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 31);

function ProviderDialog({
  category,
  provider,
  onSaved,
  onClose,
}: {
  category: ProviderCategory;
  provider?: Provider;
  onSaved: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const [form] = Form.useForm<Entered>();
  const [busy, setBusy] = useState(false);
  /** The name follows the label until somebody writes another. */
  const [follows, setFollows] = useState(!provider);
  const save = async ({ name, label }: Entered) => {
    setBusy(true);
    try {
      if (provider) await client.providers.rename(provider.name, { label });
      else await client.providers.create({ name, category, label });
      toast.success(t('saved'));
      await onSaved(provider?.name ?? name);
    } catch (error) {
      const { fields } = error instanceof ApiError && error.status === 400 ? mapErrors(error.body, ['name', 'label']) : { fields: {} };
      const told = Object.entries(fields).map(([field, message]) => ({ name: field as keyof Entered, errors: [String(message)] }));
      if (told.length > 0) form.setFields(told);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  const needed = { required: true, message: t('auth.providers.needed') };
  return (
    <Dialog
      title={t(provider ? 'auth.providers.rename' : 'auth.providers.add')}
      verb={t(provider ? 'auth.providers.rename' : 'auth.providers.add')}
      run={form.submit}
      busy={busy}
      keeps
      onClose={onClose}
    >
      <Form form={form} layout="vertical" initialValues={provider ?? {}} onFinish={(entered: Entered) => void save(entered)}>
        <Form.Item name="label" label={t('auth.providers.label')} extra={t('auth.providers.labelHelp')} rules={[needed]}>
          <Input
            maxLength={64}
            autoFocus
            autoComplete="off"
            onChange={({ target }) => {
              if (follows) form.setFieldValue('name', nameFor(target.value));
            }}
            onPressEnter={form.submit}
          />
        </Form.Item>
        {provider ? null : (
          <Form.Item
            name="name"
            label={t('auth.providers.name')}
            extra={t('auth.providers.nameHelp')}
            rules={[needed, { pattern: /^[a-z][a-z0-9-]{0,30}$/, message: t('auth.providers.nameForm') }]}
          >
            <Input maxLength={31} autoComplete="off" className="p-mono" onChange={() => setFollows(false)} onPressEnter={form.submit} />
          </Form.Item>
        )}
      </Form>
    </Dialog>
  );
}
