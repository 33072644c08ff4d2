import { useParams } from 'react-router';
import type { FormDefinition } from '../form/form-definition.ts';
import { ResourceForm } from '../form/ResourceForm.tsx';

/** The page on which an object is made or changed, by the address. With nothing but its resource it has every field that the metadata has. */
export function FormPage(definition: Omit<FormDefinition, 'id'>) {
  const { id } = useParams();
  return <ResourceForm definition={{ ...definition, id }} />;
}
