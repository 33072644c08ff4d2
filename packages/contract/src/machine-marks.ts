/** Colours in which a label can mark machines, the loudest first. Words always stand beside them. */
export const MARK_COLOURS = ['red', 'amber', 'green', 'blue', 'grey'] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

export const isMarkColour = (value: unknown): value is MarkColour => MARK_COLOURS.some((colour) => colour === value);

/** How a machine is marked: by the loudest of its labels. */
export interface MachineMark {
  color: MarkColour;
  /** `name:value` of the label. */
  text: string;
  /** What people are told before they type; may be empty. */
  warning: string;
}

interface Label {
  name: string;
  value: string;
  color?: unknown;
  warning?: unknown;
}

/** The mark of a machine with these labels, if any of them has a colour. */
export function markOf(labels: readonly Label[] = []): MachineMark | undefined {
  for (const color of MARK_COLOURS) {
    const label = labels.find((one) => one.color === color);
    if (label) return { color, text: `${label.name}:${label.value}`, warning: typeof label.warning === 'string' ? label.warning : '' };
  }
  return undefined;
}
