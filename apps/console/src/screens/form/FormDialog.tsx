import type { ReactNode } from 'react';
import { Dialog } from '../../fields/Dialog.tsx';
import type { FormDefinition } from './form-definition.ts';
import { EmbeddedForm } from './ResourceForm.tsx';

interface Props {
  title: ReactNode;
  /** Above the form. */
  note?: string;
  definition: FormDefinition;
  onClose: () => void;
}

/** The form of an object in a dialog of the page. */
export function FormDialog({ title, note, definition, onClose }: Props) {
  return (
    <Dialog title={title} width={720} keeps onClose={onClose}>
      {note && <p className="s-note">{note}</p>}
      <EmbeddedForm definition={definition} />
    </Dialog>
  );
}
