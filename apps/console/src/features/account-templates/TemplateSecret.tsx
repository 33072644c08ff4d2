import { type Row, titleOf } from '../../model/resource.ts';
import { SecretDialog } from '../../screens/confirm/SecretDialog.tsx';
import { client } from '../../session/http.ts';
import { useSecretLabels } from '../accounts/useSecretLabels.ts';
import { RESOURCES } from '../resources.ts';

/** The secret of a template, behind the identity check. Templates keep no former secrets. */
export function TemplateSecret({ template, onClose }: { template: Row; onClose: () => void }) {
  return (
    <SecretDialog
      read={() => client.accountTemplateSecrets.retrieve(String(template.id))}
      name={titleOf(template)}
      labels={useSecretLabels(RESOURCES.accountTemplate)}
      onClose={onClose}
    />
  );
}
