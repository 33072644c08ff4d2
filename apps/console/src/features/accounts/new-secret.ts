import type { Resource, Row } from '../../model/resource.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { localInfo } from '../shared-fields.ts';
import { secretSpec } from './secret-spec.ts';

/** The form of nothing but a new secret, for what has one already. */
export function newSecretForm(resource: Resource, { id }: Row, title: string, label: string): FormDefinition {
  const spec = secretSpec(label);
  return {
    resource,
    id: String(id),
    partial: true,
    saveAndAdd: false,
    groups: [{ title, fields: ['secret_type', 'secret', 'passphrase'] }],
    secrets: ['secret', 'passphrase'],
    fields: {
      ...spec,
      secret_type: { readOnly: true },
      secret: {
        ...spec.secret,
        required: true,
        // The form of an existing object offers to keep its secret; here a new one is all it is about.
        info: localInfo(label, 'string', { write_only: true, max_length: 40_960 }),
        props: (values) => ({ ...(typeof spec.secret.props === 'function' ? spec.secret.props(values) : {}), updating: false }),
      },
    },
  };
}
