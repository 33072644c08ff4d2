import type { CSSProperties } from 'react';

interface Sample {
  id: string;
  label: string;
  theme: Readonly<Record<'background' | 'foreground' | 'green' | 'blue' | 'yellow', string>>;
}

interface PaletteChoiceProps<P extends Sample> {
  /** What is chosen, for whoever does not see it. */
  label: string;
  palettes: readonly P[];
  value: string;
  fontFamily: string;
  onChange: (id: P['id']) => void;
}

/** One of several palettes, each shown by a line of text in it. */
export function PaletteChoice<P extends Sample>({ label, palettes, value, fontFamily, onChange }: PaletteChoiceProps<P>) {
  const coloured = (color: string): CSSProperties => ({ color });
  return (
    <div className="p-palettes" role="radiogroup" aria-label={label}>
      {palettes.map(({ id, label: name, theme }) => (
        <label key={id} className={value === id ? 'p-palette p-palette--chosen' : 'p-palette'}>
          <input type="radio" name="palette" className="p-visually-hidden" checked={value === id} onChange={() => onChange(id)} />
          <span
            className="p-palette__sample"
            translate="no"
            style={{ background: theme.background, color: theme.foreground, fontFamily }}
            aria-hidden="true"
          >
            <span style={coloured(theme.green)}>$</span> ls <span style={coloured(theme.blue)}>src</span>{' '}
            <span style={coloured(theme.yellow)}>a.sh</span>
          </span>
          <span className="p-palette__name">{name}</span>
        </label>
      ))}
    </div>
  );
}
