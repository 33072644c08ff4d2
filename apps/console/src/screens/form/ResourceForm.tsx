import '../screens.css';
import { Button, EmptyState, SkeletonRows, Surface, useMobile } from '@postern/ui';
import { Alert, Form } from 'antd';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutTitle, titleOf } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import { errorMessage } from '../../session/errors.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { BackButton } from '../page/BackButton.tsx';
import { Page } from '../page/Page.tsx';
import { FormField } from './FormField.tsx';
import type { FieldGroup, FormDefinition } from './form-definition.ts';
import { partsOf } from './form-values.ts';
import { showField } from './show-field.ts';
import { useResourceForm } from './useResourceForm.ts';
import { useUnsavedGuard } from './useUnsavedGuard.tsx';

type Refused = { errorFields: { name: (string | number)[] }[] };
type Model = ReturnType<typeof useResourceForm>;

/** The create or update page of a resource: title, groups as cards, and the buttons that stay at the bottom (docs/behaviour/appearance.md#forms). */
export function ResourceForm({ definition }: { definition: FormDefinition }) {
  const { t } = useTranslation(['screens', 'features']);
  const form = useResourceForm(definition);
  const noun = t(`noun:${definition.resource.noun}.one`);
  const title =
    definition.title ??
    (form.mode === 'create' ? t('form.createTitle', { noun }) : t('form.updateTitle', { name: titleOf(form.object) || noun }));
  return (
    <Page title={cutTitle(title)} back={<BackButton to={definition.listTo ?? definition.resource.path} />}>
      <FormBody definition={definition} form={form} />
    </Page>
  );
}

/** The same form without a page around it, for dialogs and tabs. */
export function EmbeddedForm({ definition }: { definition: FormDefinition }) {
  return <FormBody definition={definition} form={useResourceForm(definition)} embedded />;
}

function FormBody({ definition, form, embedded }: { definition: FormDefinition; form: Model; embedded?: boolean }) {
  const { t } = useTranslation('screens');
  if (form.error || form.forbidden) {
    return (
      <EmptyState
        icon={TriangleAlert}
        title={t('form.failed')}
        text={form.error ? errorMessage(form.error) : t('form.forbidden')}
        action={form.error ? <Button onClick={form.retry}>{t('action.retry')}</Button> : undefined}
      />
    );
  }
  if (!form.values) {
    return (
      <Surface flush>
        <SkeletonRows rows={8} columns={2} label={t('list.loading')} />
      </Surface>
    );
  }
  return <LoadedForm definition={definition} form={form} start={form.values} embedded={embedded ?? false} />;
}

function LoadedForm({ definition, form, start, embedded }: { definition: FormDefinition; form: Model; start: Values; embedded: boolean }) {
  const { t } = useTranslation('screens');
  const unless = useUnless();
  const [antd] = Form.useForm();
  const [dirty, setDirty] = useState(false);
  const mobile = useMobile();
  const root = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  // The library also calls touched what a form sets itself.
  const typed = useRef(new Set<string>());
  const goTo = (name: string | number | undefined) => name !== undefined && showField(root.current, String(name));
  const guard = useUnsavedGuard(dirty && !embedded);
  const values = { ...start, ...Form.useWatch([], { form: antd, preserve: true }) } as Values;

  const { groups } = partsOf(definition, form.fields, values, form.mode);
  const notice = form.mode === 'update' && form.object && definition.notice?.(form.object);

  // The server's first refusal comes into view; the others are marked where they are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new set of errors moves the page
  useEffect(() => {
    const [first] = groups.flatMap((group) => group.fields).filter((name) => name in form.errors.fields);
    if (first) goTo(first);
    else top.current?.scrollIntoView({ behavior: 'smooth', block: 'center' });
  }, [form.errors]);

  /** Everything that was entered, if it is right; else the first wrong field comes into view. */
  const entries = async () => {
    const entered = await antd.validateFields().catch((problem: Refused) => {
      goTo(problem.errorFields[0]?.name[0]);
      return undefined;
    });
    if (!entered) return undefined;
    // What was typed before its field was hidden is part of the form still.
    const all = { ...start, ...antd.getFieldsValue(true), ...entered } as Values;
    const parts = partsOf(definition, form.fields, all, form.mode);
    return { all, sent: parts.sent, shown: parts.groups.flatMap((group) => group.fields) };
  };
  const submit = async (addAnother: boolean) => {
    const checked = await entries();
    if (!checked) return;
    guard.allow();
    if (await form.save(checked.all, { sent: checked.sent, shown: checked.shown, addAnother })) {
      setDirty(false);
      if (addAnother) guard.forbid();
    } else guard.forbid();
  };

  return (
    <div ref={root}>
      <Form
        form={antd}
        layout={mobile ? 'vertical' : 'horizontal'}
        className={embedded ? 's-form is-embedded' : 's-form'}
        {...(mobile ? {} : { labelCol: { flex: '180px' }, wrapperCol: { flex: '1 1 0' } })}
        labelWrap
        colon={false}
        initialValues={start}
        onFinishFailed={(problem) => goTo(problem.errorFields[0]?.name[0])}
        disabled={form.saving}
        onValuesChange={(changed: Values) => {
          setDirty(true);
          for (const name of Object.keys(changed)) typed.current.add(name);
          const follows = definition.follow?.(changed, { values: antd.getFieldsValue(true), touched: (name) => typed.current.has(name) });
          if (follows) antd.setFieldsValue(follows);
          for (const name of Object.keys(changed)) {
            form.clearError(name);
            // What is typed is checked again when it is left; until then it is not called wrong (docs/behaviour/forms.md#validation).
            if (antd.getFieldError(name).length > 0) antd.setFields([{ name, errors: [] }]);
          }
        }}
        onFinish={() => void submit(false)}
      >
        {notice && <Alert type="info" showIcon title={notice} />}
        {definition.hint && <Alert type="info" showIcon title={definition.hint} />}
        {form.errors.general.length > 0 && (
          <div ref={top}>
            <Alert type="error" showIcon role="alert" title={form.errors.general.join(' ')} />
          </div>
        )}
        {groups.map((group) => (
          <Group key={group.title} group={group} embedded={embedded}>
            {group.fields.map((name) => (
              <FormField
                key={name}
                name={name}
                info={form.fields[name]}
                spec={definition.fields?.[name]}
                updating={form.mode === 'update'}
                values={values}
                object={form.object}
                error={form.errors.fields[name]}
                nested={form.errors.nested?.[name]}
              />
            ))}
          </Group>
        ))}
        {definition.note?.(values)}
        <div className="s-form-actions">
          {typeof definition.actions === 'function'
            ? definition.actions({
                body: async () => {
                  const checked = await entries();
                  return checked && form.draft(checked.all, checked.sent);
                },
                refuse: (error) =>
                  form.refuse(
                    error,
                    groups.flatMap((group) => group.fields),
                  ),
              })
            : definition.actions}
          {form.mode === 'update' && (
            <Button
              locked={form.saving}
              refused={unless(dirty, 'refused:unchanged')}
              onClick={() => {
                antd.resetFields();
                setDirty(false);
              }}
            >
              {t('form.reset')}
            </Button>
          )}
          {form.mode === 'create' && definition.saveAndAdd !== false && (
            <Button loading={form.saving} onClick={() => void submit(true)}>
              {t('form.saveAndAdd')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={form.saving}>
            {definition.verb ?? t('action.save')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function Group({ group, embedded, children }: { group: FieldGroup; embedded: boolean; children: ReactNode }) {
  const { t } = useTranslation('screens');
  if (embedded) return <fieldset className="s-form-group">{children}</fieldset>;
  return (
    <Surface title={group.title || t('detail.basic')} purpose={group.purpose} className="s-form-card">
      {children}
    </Surface>
  );
}
