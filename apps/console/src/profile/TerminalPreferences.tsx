import {
  BELLS,
  FONT_NAMES,
  FONT_SIZES,
  fontName,
  LINE_HEIGHTS,
  MAX_FONT_NAME,
  type Preferences,
  TERMINAL_DEFAULTS,
} from '@postern/contract/preferences';
import { PALETTES } from '@postern/contract/terminal-palettes';
import { FONTS, PaletteChoice, Surface } from '@postern/ui';
import { AutoComplete, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';
import { PreferenceRow } from './PreferenceRow.tsx';

const SWITCHES = ['copy_on_select', 'quick_paste', 'backspace_as_ctrl_h', 'screen_reader', 'lazy_tree'] as const;
const NUMBERS = [
  ['font_size', FONT_SIZES, 1],
  ['line_height', LINE_HEIGHTS, 0.1],
] as const;

interface TerminalPreferencesProps {
  chosen: Partial<Preferences>;
  keep: (chosen: Partial<Preferences>) => void;
  busy: boolean;
}

/** How terminals look and what keys and mouse do there: the same choices as in the dialog of the web terminal. */
export function TerminalPreferences({ chosen, keep, busy }: TerminalPreferencesProps) {
  const { t } = useTranslation('profile');
  const language = currentLanguage().id;
  const palette = chosen.palette ?? TERMINAL_DEFAULTS.palette;
  const font = chosen.font_family ?? TERMINAL_DEFAULTS.font_family;
  return (
    <Surface title={t('preferences.terminal')} purpose={t('preferences.terminalPurpose')}>
      <div className="profile-rows">
        <div className="profile-row">
          <b>{t('preferences.palette')}</b>
          <PaletteChoice
            label={t('preferences.palette')}
            palettes={PALETTES.map(({ id, label, theme }) => ({ id, label: label[language], theme }))}
            value={palette}
            fontFamily={font === '' ? FONTS.mono : `'${font}', ${FONTS.mono}`}
            onChange={(id) => keep({ palette: id })}
          />
        </div>
        <PreferenceRow id="font_family" title={t('preferences.font_family')} text={t('preferences.fontText')}>
          <FontChoice key={font} font={font} busy={busy} keep={keep} />
        </PreferenceRow>
        {NUMBERS.map(([name, bounds, step]) => (
          <PreferenceRow key={name} id={name} title={t(`preferences.${name}`)}>
            <NumberChoice
              key={chosen[name]}
              id={name}
              {...bounds}
              step={step}
              value={chosen[name] ?? TERMINAL_DEFAULTS[name]}
              busy={busy}
              keep={(value) => keep({ [name]: value })}
            />
          </PreferenceRow>
        ))}
        <PreferenceRow id="bell" title={t('preferences.bell')}>
          <Select
            id="bell"
            value={chosen.bell ?? TERMINAL_DEFAULTS.bell}
            options={BELLS.map((value) => ({ value, label: t(`preferences.bells.${value}`) }))}
            disabled={busy}
            popupMatchSelectWidth={false}
            onChange={(bell) => keep({ bell })}
          />
        </PreferenceRow>
        {SWITCHES.map((name) => (
          <PreferenceRow key={name} id={name} title={t(`preferences.${name}`)}>
            <Switch id={name} checked={chosen[name] ?? TERMINAL_DEFAULTS[name]} disabled={busy} onChange={(on) => keep({ [name]: on })} />
          </PreferenceRow>
        ))}
      </div>
    </Surface>
  );
}

/** Kept when it is done with: while it is being typed it is no name yet. What is none is not taken. */
function FontChoice({ font, busy, keep }: { font: string; busy: boolean; keep: TerminalPreferencesProps['keep'] }) {
  const [typed, setTyped] = useState(font);
  const done = (given: string | undefined) => {
    const name = fontName(given);
    setTyped(name);
    if (name !== font) keep({ font_family: name });
  };
  return (
    <AutoComplete
      id="font_family"
      className="preferences__font"
      placeholder="JetBrains Mono"
      allowClear
      maxLength={MAX_FONT_NAME}
      value={typed}
      disabled={busy}
      options={FONT_NAMES.map((value) => ({ value }))}
      showSearch={{ filterOption: (words, option) => option?.value.toLowerCase().includes(words.toLowerCase()) ?? false }}
      onChange={(value: string | undefined) => setTyped(value ?? '')}
      onSelect={done}
      onBlur={() => done(typed)}
    />
  );
}

interface NumberChoiceProps {
  id: string;
  min: number;
  max: number;
  step: number;
  value: number;
  busy: boolean;
  keep: (value: number) => void;
}

/** Kept when it is left, or with Enter. */
function NumberChoice({ value, busy, keep, ...input }: NumberChoiceProps) {
  const [typed, setTyped] = useState<number | null>(value);
  const done = () => {
    if (typed === null) setTyped(value);
    else if (typed !== value) keep(typed);
  };
  return <InputNumber {...input} value={typed} disabled={busy} onChange={setTyped} onBlur={done} onPressEnter={done} />;
}
