import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { CHOICES } from '../choices.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { assetLabel, nodeLabel, userLabel } from '../shared-labels.ts';

const TWO_WEEKS_MS = 14 * 86_400_000;

/** Chosen when it is made, and never after. */
const once = (props: FieldSpec['props'] = {}): FieldSpec => ({ only: 'create', props });

/** A review: who looks through what, until when, and what follows (docs/behaviour/permissions.md#access-reviews). */
export function ReviewForm() {
  const { t } = useTranslation('reviews');
  const { id } = useParams();
  return (
    <ResourceForm
      definition={{
        resource: RESOURCES.accessReview,
        id,
        groups: [
          { title: t('form.basic'), fields: ['name', 'comment'] },
          {
            title: t('form.scope'),
            purpose: t('form.scopePurpose'),
            fields: ['permissions', 'users', 'user_groups', 'assets', 'nodes', 'unused_days'],
          },
          { title: t('form.who'), purpose: t('form.whoPurpose'), fields: ['reviewers', 'owner'] },
          { title: t('form.end'), purpose: t('form.endPurpose'), fields: ['date_due', 'revokes', 'silence'] },
        ],
        initial: { date_due: new Date(Date.now() + TWO_WEEKS_MS).toISOString(), revokes: 'end', silence: 'keep' },
        fields: {
          reviewers: { props: { url: CHOICES.users, labelOf: userLabel } },
          owner: { props: { url: CHOICES.users, labelOf: userLabel } },
          permissions: once({ url: RESOURCES.permission.url }),
          users: once({ url: CHOICES.users, labelOf: userLabel }),
          user_groups: once({ url: CHOICES.groups }),
          assets: once({ url: CHOICES.assets, labelOf: assetLabel }),
          nodes: once({ url: CHOICES.nodes, labelOf: nodeLabel }),
          unused_days: once(),
          revokes: once(),
          silence: once(),
        },
        next: (saved) => pageOf('accessReview', String(saved.id)),
      }}
    />
  );
}
