import type { AccessEffect, DraftResource } from '@postern/contract/access';
import { Button } from 'antd';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { DraftForm } from '../../screens/form/form-definition.ts';
import { useAuth } from '../../session/auth.tsx';
import { askEffect, type Draft } from './ask-effect.ts';
import { EFFECT_RIGHTS } from './rights.ts';

const EffectDialog = onDemand(() => import('./EffectDialog.tsx').then((module) => module.EffectDialog));

/** Tries what a form holds without saving it, and shows who would gain and who would lose. */
export function CheckEffect({ resource, id, form }: { resource: DraftResource; id: string | undefined; form: DraftForm }) {
  const { t } = useTranslation('access');
  const { can } = useAuth();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ draft: Draft; effect: AccessEffect }>();
  if (!can(EFFECT_RIGHTS)) return null;
  const check = async () => {
    const body = await form.body();
    if (!body) return;
    setBusy(true);
    try {
      const draft = { resource, ...(id ? { id } : {}), body };
      setTried({ draft, effect: await askEffect(draft) });
    } catch (error) {
      form.refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={<FlaskConical size={16} />} loading={busy} onClick={() => void check()}>
        {t('effect.button')}
      </Button>
      {tried && (
        <EffectDialog
          title={t('effect.title')}
          effect={tried.effect}
          ask={(situation) => askEffect(tried.draft, situation)}
          onClose={() => setTried(undefined)}
        />
      )}
    </>
  );
}
