import { PAGE_SIZES, type Preferences } from '@postern/contract/preferences';
import { Surface, type ThemeChoice, toast, useThemeState } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { currentLanguage, LANGUAGE_LIST } from '../i18n/language.ts';
import { Page } from '../screens/page/Page.tsx';
import { useAuth } from '../session/auth.tsx';
import { showError } from '../session/errors.ts';
import { chooseTheme, keepPreferences, ownPageSize } from '../session/preferences.ts';
import { changeLanguage } from '../startup/change-language.ts';
import { PreferenceRow } from './PreferenceRow.tsx';
import { TerminalPreferences } from './TerminalPreferences.tsx';
import './profile.css';

/** What a person chose for themselves, for every browser that they use. Each choice is kept at once (docs/behaviour/profile.md#preferences). */
export function PreferencesPage() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const save = useMutation({
    mutationFn: (chosen: Partial<Preferences>) => keepPreferences(chosen),
    onSuccess: () => toast.success(t('preferences.saved')),
    // Only an answer changes what is shown: a choice that was refused goes back.
    onError: showError,
  });
  return (
    <Page title={t('preferences.title')} help={t('preferences.help')}>
      <div className="profile-stack preferences">
        <Look />
        <Surface title={t('preferences.lists')}>
          <div className="profile-rows">
            <PreferenceRow id="page-size" title={t('preferences.pageSize')} text={t('preferences.pageSizeText')}>
              <Select
                id="page-size"
                value={ownPageSize()}
                options={PAGE_SIZES.map((value) => ({ value, label: String(value) }))}
                disabled={save.isPending}
                onChange={(page_size) => save.mutate({ page_size })}
              />
            </PreferenceRow>
          </div>
        </Surface>
        <TerminalPreferences chosen={profile.preferences ?? {}} keep={save.mutate} busy={save.isPending} />
      </div>
    </Page>
  );
}

/** Language and theme are seen at once, so nothing is said about them. */
function Look() {
  const { t } = useTranslation(['profile', 'shell']);
  const { choice } = useThemeState();
  const themes: { value: ThemeChoice; label: string }[] = [
    { value: 'system', label: t('shell:themeSystem') },
    { value: 'light', label: t('shell:themeLight') },
    { value: 'dark', label: t('shell:themeDark') },
  ];
  return (
    <Surface title={t('preferences.look')}>
      <div className="profile-rows">
        <PreferenceRow id="language" title={t('shell:language')} text={t('preferences.languageText')}>
          <Select
            id="language"
            value={currentLanguage().id}
            options={LANGUAGE_LIST.map(({ id, name }) => ({ value: id, label: name }))}
            popupMatchSelectWidth={false}
            onChange={(language) => void changeLanguage(language)}
          />
        </PreferenceRow>
        <PreferenceRow id="theme" title={t('shell:theme')}>
          <Select
            id="theme"
            value={choice}
            options={themes}
            popupMatchSelectWidth={false}
            onChange={(theme) => void chooseTheme(theme).catch(showError)}
          />
        </PreferenceRow>
      </div>
    </Surface>
  );
}
