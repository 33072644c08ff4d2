import { COLOR_NAMES, DEFAULT_COLORS } from '@postern/ui';
import { ColorPicker } from 'antd';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export type Colors = Readonly<Record<string, string>>;
export interface Theme {
  name: string;
  label: string;
  colors: Colors;
}

interface Look {
  theme: string;
  colors: Colors;
}

/** Themes as swatches, and five colours to choose for oneself. Any colour will do: what is written on it is made readable. */
export function ThemeInput({
  themes,
  own,
  value,
  onChange,
}: {
  themes: readonly Theme[];
  /** Name of the theme that takes the colours chosen here. */
  own: string;
  value?: Look;
  onChange?: (look: Look) => void;
}) {
  const { t } = useTranslation('settings');
  const { theme = '', colors = {} } = value ?? {};
  const colorOf = (name: (typeof COLOR_NAMES)[number]): string => colors[`--color-${name}`] ?? DEFAULT_COLORS[name];
  return (
    <div className="set-themes">
      <div role="radiogroup" aria-label={t('interface.theme')} className="set-swatches">
        {themes.map(({ name, label, colors: shown }) => (
          <label key={name} className={name === theme ? 'set-swatch is-chosen' : 'set-swatch'}>
            <input type="radio" name="theme" value={name} checked={name === theme} onChange={() => onChange?.({ theme: name, colors })} />
            <span
              className="set-swatch__color"
              style={{ background: name === own ? colorOf('primary') : (shown['--color-primary'] ?? DEFAULT_COLORS.primary) }}
            >
              {name === theme ? <Check size={14} strokeWidth={3} aria-hidden="true" /> : null}
            </span>
            {label}
          </label>
        ))}
      </div>
      {theme === own && (
        <div className="set-colors">
          {COLOR_NAMES.map((name) => (
            <div key={name} className="set-color">
              <ColorPicker
                value={colorOf(name)}
                disabledAlpha
                format="hex"
                disabledFormat
                onChangeComplete={(color) =>
                  onChange?.({ theme, colors: { ...colors, [`--color-${name}`]: color.toHexString().slice(0, 7) } })
                }
              />
              <span>{t(`interface.color.${name}`)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
