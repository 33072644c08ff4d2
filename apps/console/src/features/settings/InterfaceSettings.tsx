import './settings.css';
import { ApiError } from '@postern/client/http';
import { Button, DEFAULT_COLORS, EmptyState, SkeletonRows, Surface, toast, useConfirm, useMobile } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { Ban, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useFresh } from '../../data/useFresh.ts';
import { useUnsavedGuard } from '../../screens/form/useUnsavedGuard.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { errorMessage, showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { session } from '../../session/session-store.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { applyBranding, isUploaded } from '../../startup/branding.ts';
import { refreshPublicSettings } from '../../startup/public-settings.ts';
import { LoginPreview } from './LoginPreview.tsx';
import { PictureInput } from './PictureInput.tsx';
import { SettingChanges } from './SettingChanges.tsx';
import { type Colors, type Theme, ThemeInput } from './ThemeInput.tsx';

const KEY = keyOf('interfaceSetting', 'get');
const OWN = 'custom';

/** Sizes pictures are meant to have, in pixels (docs/behaviour/appearance.md#pictures). */
const PICTURES = [
  { name: 'logo_index', width: 185, height: 55 },
  { name: 'logo_logout', width: 82, height: 82 },
  { name: 'favicon', width: 16, height: 16 },
  { name: 'login_image', width: 492, height: 472 },
] as const;
type PictureName = (typeof PICTURES)[number]['name'];

interface Stored extends Record<PictureName, string> {
  login_title: string;
  theme: string;
  colors: Colors;
}
type Entered = Record<PictureName, File | '' | undefined> & { login_title: string; look: { theme: string; colors: Colors } };

/** Title, colours and pictures of the product (docs/behaviour/settings.md#interface). The colours are tried on this page before they are saved. */
export function InterfaceSettings() {
  const { t } = useTranslation(['settings', 'screens']);
  const stored = useFresh({ queryKey: KEY, queryFn: ({ signal }) => client.interfaceSetting.get({}, { signal }) });
  const themes = useQuery({
    queryKey: keyOf('interfaceSetting', 'themes'),
    queryFn: ({ signal }) => client.interfaceSetting.themes({}, { signal }),
  });
  const error = stored.error ?? themes.error;
  const denied = error instanceof ApiError && error.status === 403;
  return (
    <Page title={t('interface.title')}>
      {error ? (
        <EmptyState
          icon={denied ? Ban : TriangleAlert}
          title={denied ? t('forbidden') : t('screens:form.failed')}
          text={denied ? undefined : errorMessage(error)}
        />
      ) : stored.data && themes.data ? (
        <Loaded key={stored.dataUpdatedAt} stored={stored.data} themes={themes.data} />
      ) : (
        <Surface flush>
          <SkeletonRows rows={6} columns={2} label={t('screens:list.loading')} />
        </Surface>
      )}
    </Page>
  );
}

const shownColors = ({ theme, colors }: { theme: string; colors: Colors }, themes: readonly Theme[]): Colors =>
  theme === OWN ? colors : (themes.find(({ name }) => name === theme)?.colors ?? {});

/** Only what was changed is sent; an empty picture goes back to the usual one. */
function bodyOf(entered: Entered, stored: Stored): FormData {
  const form = new FormData();
  if (entered.login_title !== stored.login_title) form.set('login_title', entered.login_title ?? '');
  form.set('theme', entered.look.theme);
  if (entered.look.theme === OWN) form.set('colors', JSON.stringify(entered.look.colors));
  for (const { name } of PICTURES) {
    const value = entered[name];
    if (value !== undefined) form.set(name, value);
  }
  return form;
}

function Loaded({ stored, themes }: { stored: Stored; themes: readonly Theme[] }) {
  const { t } = useTranslation(['settings', 'screens']);
  const unless = useUnless();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const mobile = useMobile();
  const [antd] = Form.useForm<Entered>();
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  useUnsavedGuard(dirty);
  const look = Form.useWatch('look', antd);
  const title = Form.useWatch('login_title', antd) ?? stored.login_title;
  const logo = Form.useWatch('logo_logout', antd) ?? stored.logo_logout;
  const picture = Form.useWatch('login_image', antd) ?? stored.login_image;
  const colors = useMemo(() => (look ? shownColors(look, themes) : {}), [look, themes]);

  // Tried on while it is being chosen; what is stored comes back when the page is left.
  useEffect(() => {
    if (look) applyBranding({ ...session().settings.INTERFACE, theme_info: { colors } });
  }, [look, colors]);
  useEffect(() => () => applyBranding(session().settings.INTERFACE), []);

  const reload = async () => {
    await refreshPublicSettings();
    await queries.invalidateQueries({ queryKey: KEY });
  };
  const save = async (entered: Entered) => {
    setSaving(true);
    try {
      await client.interfaceSetting.put(bodyOf(entered, stored));
      setDirty(false);
      await reload();
      toast.success(t('saved'));
    } catch (error) {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) showError(error);
      else {
        const names = Object.entries(error.fields).map(([name, errors]) => ({
          name: (name === 'theme' || name === 'colors' ? 'look' : name) as keyof Entered,
          errors: [errors].flat().map(String),
        }));
        antd.setFields(names);
      }
    } finally {
      setSaving(false);
    }
  };
  const restore = () =>
    confirm({
      title: t('interface.restoreTitle'),
      text: t('interface.restoreText'),
      action: t('interface.restore'),
      cancel: t('screens:action.cancel'),
      danger: true,
      run: async () => {
        const { success } = await client.interfaceSetting.restore();
        setDirty(false);
        await reload();
        toast.success(success);
      },
    });
  return (
    <Form
      form={antd}
      className="s-form"
      layout={mobile ? 'vertical' : 'horizontal'}
      {...(mobile ? {} : { labelCol: { flex: '280px' }, wrapperCol: { flex: '1 1 0' } })}
      labelWrap
      colon={false}
      disabled={saving}
      initialValues={{
        login_title: stored.login_title,
        look: { theme: stored.theme, colors: { '--color-primary': DEFAULT_COLORS.primary, ...stored.colors } },
      }}
      onValuesChange={() => setDirty(true)}
      onFinish={(entered) => void save(entered)}
    >
      <div className="set-look">
        <div className="set-stack">
          <Surface title={t('interface.words')} className="s-form-card">
            <Form.Item name="login_title" label={t('interface.loginTitle')} extra={t('interface.loginTitleHelp')}>
              <Input maxLength={64} />
            </Form.Item>
          </Surface>
          <Surface title={t('interface.colours')} purpose={t('interface.coloursPurpose')} className="s-form-card">
            <Form.Item name="look" label={t('interface.theme')}>
              <ThemeInput themes={themes} own={OWN} />
            </Form.Item>
          </Surface>
          <Surface title={t('interface.pictures')} purpose={t('interface.picturesPurpose')} className="s-form-card">
            {PICTURES.map(({ name, width, height }) => (
              <Form.Item key={name} name={name} label={t(`interface.${name}`)} extra={t('interface.size', { width, height })}>
                <PictureInput
                  label={t(`interface.${name}`)}
                  current={isUploaded(stored[name]) ? stored[name] : ''}
                  width={width}
                  height={height}
                />
              </Form.Item>
            ))}
          </Surface>
        </div>
        <LoginPreview title={title} colors={colors} logo={logo} picture={picture} />
      </div>
      <div className="s-form-actions">
        <SettingChanges category="interface" onReverted={reload} />
        <Button onClick={() => void restore().catch(showError)}>{t('interface.restore')}</Button>
        <Button
          refused={unless(dirty, 'refused:unchanged')}
          onClick={() => {
            antd.resetFields();
            setDirty(false);
          }}
        >
          {t('screens:form.reset')}
        </Button>
        <Button type="primary" htmlType="submit" loading={saving}>
          {t('screens:action.save')}
        </Button>
      </div>
    </Form>
  );
}
