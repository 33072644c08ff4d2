import { LoadFailed } from '../../data/LoadFailed.tsx';
import '../../screens/screens.css';
import './settings.css';
import { Button, EmptyState, SkeletonRows, Surface, useMobile } from '@postern/ui';
import { Alert, Form } from 'antd';
import { Ban } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldMap } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { FormField } from '../../screens/form/FormField.tsx';
import type { FieldGroup, FieldSpec } from '../../screens/form/form-definition.ts';
import { partsOf, startValues } from '../../screens/form/form-values.ts';
import { useUnsavedGuard } from '../../screens/form/useUnsavedGuard.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { SettingChanges } from './SettingChanges.tsx';
import { SettingEffects } from './SettingEffects.tsx';
import { TELLING } from './setting-effects.ts';
import { useSettingForm } from './useSettingForm.ts';

/** Settings that are entered and not saved. */
export interface DraftSettings {
  /** What saving would send. */
  body: () => Promise<Values>;
  /** Shows a refusal of the server, or what is wrong with some fields, where saving would show it. */
  refuse: (refusal: unknown) => void;
}

interface Props {
  category: string;
  /** Name of a provider beside the first of its kind, which has settings of its own. */
  provider?: string;
  /** Above the groups, such as a choice that fills some of them in; nothing of that is saved yet. */
  above?: (fill: (values: Values) => void) => ReactNode;
  groups: readonly FieldGroup[];
  fields?: Readonly<Record<string, FieldSpec>>;
  /** Below the groups, such as a button that opens a dialog. */
  children?: ReactNode;
  /** The same of what is entered at this moment, such as a test of it. */
  extra?: (values: Values, draft: DraftSettings) => ReactNode;
  onSaved?: () => void;
  /** What follows from a change by hand. */
  follow?: (changed: Values) => Values;
}

/** A page that is settings of one category. */
export const SettingsPage = ({ title, notice, ...settings }: Props & { title: string; notice?: ReactNode }) => (
  <Page title={title}>
    {notice}
    <SettingForm {...settings} />
  </Page>
);

/** One category of settings as cards, saved together. Only the keys it shows are sent (docs/behaviour/settings.md#the-settings-form). */
export function SettingForm({ category, provider = '', ...rest }: Props) {
  const { t } = useTranslation(['settings', 'screens']);
  const form = useSettingForm(category, provider);
  if (form.forbidden) return <EmptyState icon={Ban} title={t('forbidden')} text={t('forbiddenText')} />;
  if (form.error) return <LoadFailed title={t('screens:form.failed')} error={form.error} onRetry={form.retry} />;
  if (!form.fields || !form.values)
    return (
      <Surface flush>
        <SkeletonRows rows={6} columns={2} label={t('screens:list.loading')} />
      </Surface>
    );
  const changes = (onReverted: (key: string, value: unknown) => void) => (
    <SettingChanges category={category} provider={provider} onReverted={onReverted} />
  );
  // A provider beside the first of its kind has no switch that is judged.
  const told = provider === '' ? (TELLING[category] ?? []) : [];
  const effects = (values: Values, changed: boolean) =>
    told.length > 0 && (changed || category === 'clean') ? <SettingEffects category={category} keys={told} values={values} /> : null;
  return <Loaded {...rest} form={form} map={form.fields} stored={form.values} changes={changes} effects={effects} told={told} />;
}

function Loaded({
  above,
  groups,
  fields,
  children,
  extra,
  onSaved,
  follow,
  form,
  map,
  stored,
  changes,
  effects,
  told,
}: Omit<Props, 'category' | 'provider'> & {
  form: ReturnType<typeof useSettingForm>;
  map: FieldMap;
  stored: Values;
  changes(onReverted: (key: string, value: unknown) => void): ReactNode;
  /** What the entered values would do; each night cleans whether or not anything was changed. */
  effects(values: Values, changed: boolean): ReactNode;
  /** Keys that may do something. */
  told: readonly string[];
}) {
  const { t } = useTranslation(['settings', 'screens']);
  const unless = useUnless();
  const [antd] = Form.useForm();
  const [dirty, setDirty] = useState(false);
  const mobile = useMobile();
  useUnsavedGuard(dirty);
  const start = startValues(map, stored, {});
  const values = { ...start, ...Form.useWatch([], { form: antd, preserve: true }) } as Values;
  const parts = partsOf({ groups, ...(fields ? { fields } : {}) }, map, values, 'update');

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new set of errors moves the page
  useEffect(() => {
    const first = [...parts.sent].find((name) => name in form.errors.fields);
    if (first) antd.scrollToField(first, { behavior: 'smooth', block: 'center', focus: true });
  }, [form.errors]);

  const submit = async (entered: Values) => {
    if (!(await form.save({ ...start, ...entered }, [...parts.sent]))) return;
    setDirty(false);
    onSaved?.();
  };
  const draft: DraftSettings = {
    body() {
      form.forgive();
      return form.bodyOf(values, [...parts.sent]);
    },
    refuse: (refusal) => form.refuse(refusal, [...parts.sent]),
  };
  const reset = () => {
    antd.setFieldsValue(start);
    setDirty(false);
  };
  /** The field shows what is there again; what else was entered stays. */
  const reverted = (key: string, value: unknown) => {
    form.tookBack(key, value);
    if (parts.sent.has(key)) antd.setFieldValue(key, startValues(map, { ...stored, [key]: value }, {})[key]);
  };
  return (
    <Form
      form={antd}
      layout={mobile ? 'vertical' : 'horizontal'}
      className="s-form"
      {...(mobile ? {} : { labelCol: { flex: '280px' }, wrapperCol: { flex: '1 1 0' } })}
      labelWrap
      colon={false}
      initialValues={start}
      scrollToFirstError
      disabled={form.saving}
      onValuesChange={(changed: Values) => {
        setDirty(true);
        if (follow) antd.setFieldsValue(follow(changed));
      }}
      onFinish={(entered: Values) => void submit(entered)}
    >
      {form.errors.general.length > 0 && <Alert type="error" showIcon role="alert" title={form.errors.general.join(' ')} />}
      {above?.((filled) => {
        setDirty(true);
        const started = startValues(map, { ...stored, ...filled }, {});
        antd.setFieldsValue(Object.fromEntries(Object.keys(filled).map((name) => [name, started[name]])));
      })}
      {parts.groups.map((group) => (
        <Surface key={group.title} title={group.title} purpose={group.purpose} className="s-form-card">
          {group.fields.map((name) => (
            <FormField
              key={name}
              name={name}
              info={map[name]}
              // A switch always has a value: a mark of what must be filled in would say nothing.
              spec={map[name]?.type === 'boolean' ? { required: false, ...fields?.[name] } : fields?.[name]}
              updating
              values={values}
              error={form.errors.fields[name]}
              nested={form.errors.nested?.[name]}
            />
          ))}
        </Surface>
      ))}
      {effects(
        values,
        told.some((key) => JSON.stringify(values[key]) !== JSON.stringify(start[key])),
      )}
      {extra?.(values, draft)}
      {children}
      <div className="s-form-actions">
        {changes(reverted)}
        <Button locked={form.saving} refused={unless(dirty, 'refused:unchanged')} onClick={reset}>
          {t('screens:form.reset')}
        </Button>
        <Button type="primary" htmlType="submit" loading={form.saving}>
          {t('screens:action.save')}
        </Button>
      </div>
    </Form>
  );
}
