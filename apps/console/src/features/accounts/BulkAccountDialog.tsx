import { addressOf } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import { FormDialog } from '../../screens/form/FormDialog.tsx';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { useAuth } from '../../session/auth.tsx';
import { collectionAt } from '../../session/http.ts';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { userLabel } from '../shared-labels.ts';
import { AssetsInput } from './AssetsInput.tsx';
import { BulkResults } from './BulkResults.tsx';
import { type BulkResult, bulkResults, failedAssets } from './bulk-results.ts';
import { followLogin, secretSpec } from './secret-spec.ts';

interface Props {
  /** True: the login comes from a template that is chosen here. A template: it comes from this one. */
  template?: Row | boolean;
  /** Assets to begin with. */
  assets?: readonly Row['id'][];
  onClose: () => void;
}

interface Outcome {
  results: readonly BulkResult[];
  refused: boolean;
  chosen: readonly Row['id'][];
}

const BULK = addressOf('accounts', 'bulk');
const ownFields = ['assets', 'name', 'username', 'privileged', 'su_from_username', 'secret_type', 'secret', 'passphrase'];

/** One login on many assets (docs/behaviour/accounts.md#one-login-on-many-assets). The form stays behind its results, to correct what failed. */
export function BulkAccountDialog({ template = false, assets = [], onClose }: Props) {
  const { t } = useTranslation(['accounts', 'features', 'assets']);
  const { can } = useAuth();
  const [outcome, setOutcome] = useState<Outcome>();
  const [left, setLeft] = useState<readonly Row['id'][]>();
  const fixed = typeof template === 'object' ? template : undefined;
  const fields = template ? ['assets', 'template'] : ownFields;
  const definition: FormDefinition = {
    resource: RESOURCES.account,
    url: BULK,
    metadataUrl: RESOURCES.account.url,
    saveAndAdd: false,
    hint:
      template && !can('accounts.view_accountsecret | accounts.view_accounttemplatesecret') ? t('assets:destination.template') : undefined,
    groups: [
      { title: t('features:accounts.basic'), fields: [...fields, 'on_invalid', 'push_now', ...(template ? [] : ['is_active', 'comment'])] },
    ],
    initial: {
      assets: [...assets],
      template: fixed?.id,
      on_invalid: 'error',
      push_now: false,
      privileged: false,
      is_active: true,
      secret_type: 'password',
    },
    follow: followLogin,
    secrets: ['secret', 'passphrase'],
    fields: {
      ...secretSpec(t('features:accounts.secret')),
      assets: {
        Input: AssetsInput,
        info: localInfo(t('features:accounts.assets'), 'm2m_related_field', { required: true }),
        check: (value) => (Array.isArray(value) && value.length > 0 ? undefined : t('bulk.noAssets')),
        props: { put: left },
      },
      template: {
        info: localInfo(t('template'), 'object_related_field', { required: true }),
        props: { url: CHOICES.accountTemplates, labelOf: userLabel },
        disabled: fixed !== undefined,
      },
      name: { required: true },
      su_from_username: {
        info: localInfo(t('suFromUsername'), 'string', { max_length: 128 }),
        help: t('suFromUsernameHelp'),
      },
      push_now: { has: can('accounts.push_account'), help: t('task.pushNowHelp') },
      on_invalid: { label: t('features:accounts.onInvalid'), required: true, help: t('onInvalidHelp') },
    },
    send: async (body) => {
      const chosen = ((body as Values).assets ?? []) as Row['id'][];
      const answer = await collectionAt<unknown>(BULK)
        .create(body)
        .then(
          (results) => ({ results: bulkResults(results) ?? [], refused: false }),
          (error: unknown) => {
            const results = error instanceof ApiError && error.status === 400 ? bulkResults(error.body) : undefined;
            if (!results) throw error;
            return { results, refused: true };
          },
        );
      setOutcome({ ...answer, chosen });
      return undefined;
    },
  };
  const back = () => {
    setOutcome(undefined);
    if (outcome && !outcome.refused) onClose();
  };
  return (
    <>
      <FormDialog title={t(template ? 'addFromTemplate' : 'features:accounts.create')} definition={definition} onClose={onClose} />
      {outcome && (
        <BulkResults
          results={outcome.results}
          refused={outcome.refused}
          chosen={outcome.chosen.length}
          onClose={back}
          onCorrect={(failed) => {
            const bad = new Set<Row['id']>(failed);
            setLeft(outcome.refused ? outcome.chosen.filter((id) => !bad.has(id)) : failedAssets(outcome.results));
            setOutcome(undefined);
          }}
        />
      )}
    </>
  );
}
