import { BrandMark, FactList } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Dialog } from '../fields/Dialog.tsx';
import { usePublicSettings } from '../session/auth.tsx';
import { PRODUCT, VERSION } from './product.ts';

/** The text that the source is given under. */
const LICENCE = 'https://www.gnu.org/licenses/gpl-3.0.html';

/**
 * Edition, version and licensed company (docs/decisions/0082). The source has no address of its own to link to: an installation
 * holds what it runs, and the licence gives everybody a claim to it, also where a company has licensed this one.
 */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const settings = usePublicSettings();
  const licensed = settings.XPACK_LICENSE_IS_VALID === true;
  const corporation = settings.XPACK_LICENSE_INFO?.corporation;
  const facts = [
    { key: 'edition', label: t('edition'), value: licensed ? t('enterprise') : t('community') },
    { key: 'version', label: t('versionLabel'), value: VERSION },
    ...(licensed && corporation ? [{ key: 'corporation', label: t('licensedTo'), value: corporation }] : []),
  ];
  return (
    <Dialog onClose={onClose} width={480} title={t('aboutTitle', { name: PRODUCT })}>
      <div className="about">
        <BrandMark size={40} />
        <span className="about__name">{PRODUCT}</span>
      </div>
      <FactList facts={facts} />
      <p className="about__source">
        {licensed ? null : <span>{t('aboutCopyright')}. </span>}
        {t('aboutSource')}
      </p>
      <p className="about__links">
        <Link to="/profile/downloads" onClick={onClose}>
          {t('aboutDownloads')}
        </Link>
        <a href={LICENCE} target="_blank" rel="noreferrer">
          {t('aboutLicence')}
        </a>
      </p>
    </Dialog>
  );
}
