/** The page that draws the login page as it would be; `login-preview.html` of the build. */
export const PREVIEW_PAGE = '/ui/login-preview.html';

/** A picture that was just chosen, or the address of the one there is; empty for the usual one. */
export type DraftPicture = File | string;

/** What the settings of the interface have not saved yet, on its way to the page that shows it. */
export interface LookDraft {
  title: string;
  colors: Readonly<Record<string, string>>;
  logo: DraftPicture;
  picture: DraftPicture;
  mode: 'light' | 'dark';
}

const isPicture = (value: unknown): value is DraftPicture => typeof value === 'string' || value instanceof File;

/** Of the page around this one, and of no other: what comes from elsewhere is not looked at. */
export function readDraft({ source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>): LookDraft | undefined {
  if (window.parent === window || source !== window.parent || origin !== location.origin) return undefined;
  const { title, colors, logo, picture, mode } = (data ?? {}) as Partial<Record<keyof LookDraft, unknown>>;
  if (typeof title !== 'string' || typeof colors !== 'object' || colors === null || !isPicture(logo) || !isPicture(picture))
    return undefined;
  return { title, colors: colors as LookDraft['colors'], logo, picture, mode: mode === 'dark' ? 'dark' : 'light' };
}
