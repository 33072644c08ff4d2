import { holdTheme } from '@postern/ui';
import { useEffect, useMemo } from 'react';
import { LoginPage } from '../LoginPage.tsx';
import type { LookDraft } from './look-draft.ts';
import { usePictureAddress } from './usePictureAddress.ts';

/** The login page itself with a look that is not saved. */
export function LoginPreviewPage({ draft }: { draft: LookDraft }) {
  const { title, colors, logo, picture, mode } = draft;
  const logoAddress = usePictureAddress(logo);
  const pictureAddress = usePictureAddress(picture);
  const look = useMemo(
    () => ({ login_title: title, logo_logout: logoAddress, login_image: pictureAddress, theme_info: { colors: { ...colors } } }),
    [title, logoAddress, pictureAddress, colors],
  );
  useEffect(() => holdTheme(mode), [mode]);
  return <LoginPage look={look} />;
}
