import { ApiError, fieldMessage } from '@postern/client/http';
import type { FormInstance } from 'antd';
import { showError } from '../session/errors.ts';

/** Puts the server's messages at their fields; what belongs to no field of the form becomes the toast. */
export function showProblems(form: FormInstance, error: unknown, names: readonly string[]): void {
  const fields = error instanceof ApiError ? error.fields : {};
  const known = names.filter((name) => fields[name] !== undefined);
  form.setFields(known.map((name) => ({ name, errors: [fieldMessage(fields[name])] })));
  if (known.length === 0) showError(error);
}
