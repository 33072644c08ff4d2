import { BELLS, type Bell, FONT_NAMES, FONT_SIZES, fontName, LINE_HEIGHTS } from '@postern/contract/preferences';
import { PALETTES } from '@postern/contract/terminal-palettes';
import { numberText, PaletteChoice } from '@postern/ui';
import { AutoComplete, Form, InputNumber, Segmented, Slider, Switch } from 'antd';
import { useState } from 'react';
import { fontFamilyOf } from '../xterm/fonts.ts';
import type { Preferences } from '../xterm/preferences.ts';
import { Dialog } from './Dialog.tsx';
import { useLanguage, useTranslate } from './language.tsx';
import { useServices } from './services.tsx';
import { shellWords } from './words.ts';

const BELL_WORDS = { off: shellWords.bellOff, visual: shellWords.bellVisual, sound: shellWords.bellSound } as const;

const SWITCHES = [
  ['copyOnSelect', shellWords.copyOnSelect, undefined],
  ['quickPaste', shellWords.quickPaste, undefined],
  ['backspaceAsCtrlH', shellWords.backspace, undefined],
  ['screenReader', shellWords.readerMode, shellWords.readerHelp],
  ['lazyTree', shellWords.lazyTree, undefined],
] as const;

/** What a person sets for all terminals. Works on a copy: Cancel leaves everything as it was. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const { preferences, setPreferences } = useServices();
  const [draft, setDraft] = useState<Preferences>(preferences);
  const change = (patch: Partial<Preferences>): void => setDraft((now) => ({ ...now, ...patch }));
  const save = (): void => {
    // What is no name of a font is none.
    setPreferences({ ...draft, fontFamily: fontName(draft.fontFamily) });
    onClose();
  };
  return (
    <Dialog keeps width={480} title={t(shellWords.settings)} verb={t(shellWords.save)} run={save} onClose={onClose}>
      <Form layout="vertical" className="pt-settings" onFinish={save}>
        <Form.Item label={t(shellWords.palette)}>
          <PaletteChoice
            label={t(shellWords.palette)}
            palettes={PALETTES.map(({ id, label, theme }) => ({ id, label: t(label), theme }))}
            value={draft.palette}
            fontFamily={fontFamilyOf(fontName(draft.fontFamily))}
            onChange={(palette) => change({ palette })}
          />
        </Form.Item>
        <Form.Item label={t(shellWords.fontFamily)} htmlFor="set-family">
          <AutoComplete
            id="set-family"
            placeholder="JetBrains Mono"
            allowClear
            maxLength={64}
            value={draft.fontFamily}
            options={FONT_NAMES.map((value) => ({ value }))}
            showSearch={{ filterOption: (typed, option) => option?.value.toLowerCase().includes(typed.toLowerCase()) ?? false }}
            onChange={(value: string | undefined) => change({ fontFamily: value ?? '' })}
          />
        </Form.Item>
        <div className="pt-settings-pair">
          <Form.Item label={t(shellWords.fontSize)} htmlFor="set-font">
            <InputNumber
              id="set-font"
              {...FONT_SIZES}
              value={draft.fontSize}
              onChange={(value) => value !== null && change({ fontSize: value })}
            />
          </Form.Item>
          <Form.Item label={`${t(shellWords.lineHeight)} ${numberText(draft.lineHeight, language, 1)}`}>
            <Slider
              {...LINE_HEIGHTS}
              step={0.1}
              value={draft.lineHeight}
              onChange={(value) => change({ lineHeight: value })}
              ariaLabelForHandle={t(shellWords.lineHeight)}
            />
          </Form.Item>
        </div>
        <Form.Item label={t(shellWords.bell)}>
          <Segmented<Bell>
            aria-label={t(shellWords.bell)}
            value={draft.bell}
            options={BELLS.map((value) => ({ value, label: t(BELL_WORDS[value]) }))}
            onChange={(value) => change({ bell: value })}
          />
        </Form.Item>
        {SWITCHES.map(([name, label, help]) => (
          <label key={name} className="pt-switch" htmlFor={`set-${name}`}>
            <span>
              {t(label)}
              {help ? <small>{t(help)}</small> : null}
            </span>
            <Switch id={`set-${name}`} size="small" checked={draft[name]} onChange={(value) => change({ [name]: value })} />
          </label>
        ))}
      </Form>
    </Dialog>
  );
}
