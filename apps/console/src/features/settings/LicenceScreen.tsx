import type { ReactNode } from 'react';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import './settings.css';
import { type LicenceDetail, type Standing, UNLIMITED_ASSETS } from '@postern/contract/licence';
import {
  dayText,
  EmptyState,
  FactList,
  numberText,
  parseServerDate,
  SkeletonRows,
  StatusTag,
  type StatusTone,
  Surface,
  toast,
} from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Upload } from 'antd';
import { FileUp, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/language.ts';
import { Page } from '../../screens/page/Page.tsx';
import { useCan, usePublicSettings } from '../../session/auth.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { refreshPublicSettings } from '../../startup/public-settings.ts';

/** What stands between backticks is a command, and drawn as one. */
const withCode = (text: string): ReactNode => text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));

const KEY = keyOf('license', 'detailBare');
const MOST_BYTES = 16_384;
const TONES: Readonly<Record<Standing, StatusTone>> = {
  none: 'neutral',
  valid: 'success',
  expiring: 'warning',
  grace: 'warning',
  expired: 'danger',
};

/** The licence: what it says and how it stands, importing another one and taking it away (docs/behaviour/settings.md#licence). */
export function LicenceScreen() {
  const { t } = useTranslation(['settings', 'screens']);
  const allowed = useCan('settings.change_license');
  const support = usePublicSettings().HELP_SUPPORT_URL;
  const detail = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.license.detailBare({}, { signal }),
    enabled: allowed,
    staleTime: 0,
  });
  const { data } = detail;
  return (
    <Page
      title={t('licence.title')}
      {...(data
        ? {
            facts: (
              <StatusTag boxed tone={TONES[data.standing]}>
                {t(`licence.standing.${data.standing}`)}
              </StatusTag>
            ),
          }
        : {})}
      actions={
        allowed ? (
          <>
            {support ? (
              <Button href={support} target="_blank" rel="noreferrer">
                {t('licence.consult')}
              </Button>
            ) : null}
            <ImportButton />
          </>
        ) : undefined
      }
    >
      {detail.error ? (
        <LoadFailed title={t('screens:form.failed')} error={detail.error} onRetry={() => void detail.refetch()} />
      ) : data ? (
        <Shown detail={data} />
      ) : (
        <Surface flush>
          <SkeletonRows rows={6} columns={2} label={t('screens:list.loading')} />
        </Surface>
      )}
    </Page>
  );
}

/** What changes with another licence: this page, the banner above all pages, and which screens there are. */
function useLicenceChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: KEY }), refreshPublicSettings()]);
  };
}

function ImportButton() {
  const { t } = useTranslation('settings');
  const changed = useLicenceChanged();
  const take = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set('file', file);
      const answer = await client.license.importBare(form);
      if (answer.status) await changed();
      return answer;
    },
    onSuccess: ({ status, msg }) => (status ? toast.success(msg) : toast.error(msg)),
    onError: showError,
  });
  return (
    <Upload
      showUploadList={false}
      accept=".json,.lic,.txt"
      beforeUpload={(file) => {
        if (file.size > MOST_BYTES) toast.error(t('licence.tooLarge'));
        else take.mutate(file);
        return Upload.LIST_IGNORE;
      }}
    >
      <Button type="primary" icon={<FileUp size={14} />} loading={take.isPending}>
        {t('licence.import')}
      </Button>
    </Upload>
  );
}

function Shown({ detail }: { detail: LicenceDetail }) {
  const { t } = useTranslation('settings');
  const date = (text: string | null) => {
    const value = parseServerDate(text);
    return value ? dayText(value, currentLanguage().tag) : '';
  };
  if (detail.standing === 'none')
    return (
      <Surface>
        <EmptyState icon={ScrollText} title={t('licence.noneTitle')} text={withCode(t('licence.noneText'))} />
      </Surface>
    );
  return (
    <div className="set-stack">
      {detail.standing === 'grace' && <Alert type="warning" showIcon title={t('licence.grace', { date: date(detail.date_grace) })} />}
      {detail.standing === 'expired' && <Alert type="error" showIcon title={t('licence.over')} />}
      {detail.own && <Alert type="info" showIcon title={withCode(t('licence.own'))} />}
      <Surface title={t('licence.about')}>
        <FactList
          facts={[
            { key: 'corporation', label: t('licence.corporation'), value: detail.corporation },
            {
              key: 'edition',
              label: t('licence.edition'),
              value: detail.edition === 'enterprise' ? t('licence.enterprise') : detail.edition,
            },
            {
              key: 'expires',
              label: t('licence.expires'),
              value: detail.date_expired === null ? t('licence.never') : date(detail.date_expired),
            },
            { key: 'issued', label: t('licence.issued'), value: date(detail.date_issued) },
            { key: 'assets', label: t('licence.assets'), value: <Assets detail={detail} /> },
            { key: 'subscription', label: t('licence.subscription'), value: detail.subscription_id },
            { key: 'serial', label: t('licence.serial'), value: detail.serial_no },
            { key: 'remark', label: t('licence.remark'), value: detail.remark },
          ]}
        />
        <div className="set-row set-row--end">
          <RemoveButton detail={detail} />
        </div>
      </Surface>
    </div>
  );
}

function Assets({ detail: { asset_count: limit, current_asset_count: count } }: { detail: LicenceDetail }) {
  const { t } = useTranslation('settings');
  const number = (value: number) => numberText(value, currentLanguage().tag);
  if (limit === null || limit >= UNLIMITED_ASSETS) return t('licence.unlimited', { current: number(count) });
  return (
    <span className="set-meter">
      {t('licence.ofAssets', { current: number(count), limit: number(limit) })}
      {/* The words say it already; the bar is for the eye. */}
      <span className="set-meter__bar" aria-hidden="true">
        <span className={count >= limit ? 'is-full' : ''} style={{ width: `${Math.min(100, (count / limit) * 100)}%` }} />
      </span>
    </span>
  );
}

function RemoveButton({ detail }: { detail: LicenceDetail }) {
  const { t } = useTranslation(['settings', 'screens']);
  const runAction = useRunAction();
  const changed = useLicenceChanged();
  const remove = async () => {
    const question = { title: t('licence.removeTitle'), text: t('licence.removeText'), verb: t('licence.remove'), danger: true };
    if (await runAction(() => client.license.delete(detail.serial_no ?? ''), { question })) await changed();
  };
  return (
    <Button danger onClick={() => void remove()}>
      {t('licence.remove')}
    </Button>
  );
}
