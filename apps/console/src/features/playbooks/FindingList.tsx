import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { Finding } from './playbook-api.ts';

/** What the check has found in all files, errors first; a touch leads to the line. */
export function FindingList({ findings, onGo }: { findings: readonly Finding[]; onGo: (finding: Finding) => void }) {
  const { t } = useTranslation('playbooks');
  const rank = ({ severity }: Finding) => (severity === 'error' ? 0 : 1);
  const ordered = findings.toSorted((one, other) => rank(one) - rank(other));
  const errors = ordered.filter((one) => rank(one) === 0).length;
  return (
    <section className="pb-findings" aria-label={t('check.title')}>
      <h3>
        {t('check.title')}
        <span className="s-note" role="status">
          {findings.length === 0 ? t('check.none') : t('check.count', { errors, warnings: findings.length - errors })}
        </span>
      </h3>
      {errors > 0 && <p className="s-note">{t('check.blocks')}</p>}
      <ul>
        {ordered.map((finding) => (
          <li key={`${finding.path}:${finding.line}:${finding.code}:${finding.text}`}>
            <button type="button" className="p-bare pb-finding" onClick={() => onGo(finding)}>
              <StatusTag tone={rank(finding) === 0 ? 'danger' : 'warning'}>
                {t(rank(finding) === 0 ? 'check.error' : 'check.warning')}
              </StatusTag>
              <span>{finding.text}</span>
              <code className="p-mono" translate="no">
                {finding.path}:{finding.line}
              </code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
