import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type KeyboardEvent, type Ref, useState } from 'react';
import { useWords } from './use-words.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  label: string;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** What ties an input to its label and to what is wrong with it. */
const marks = (id: string, error: string | undefined) => ({
  id,
  name: id,
  className: 'p-box',
  ...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}),
});

/** A labelled text field with its error under it. */
export function Field({ id, label, error, ref, ...input }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} {...marks(id, error)} ref={ref} />
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The password field: shown on demand, or where it opens so, with a hint while Caps Lock is on. */
export function PasswordField({ id, label, error, ref, open = false, ...input }: FieldProps & { open?: boolean }) {
  const words = useWords();
  const [shown, setShown] = useState(open);
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  const toggle = shown ? words('hide') : words('show');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field__box">
        <input
          {...input}
          {...marks(id, error)}
          ref={ref}
          type={shown ? 'text' : 'password'}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCaps(false)}
        />
        <button
          type="button"
          className="p-bare field__eye"
          aria-label={toggle}
          title={toggle}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} /> : <Eye size={16} />}
        </button>
      </div>
      {caps ? (
        <p className="field__hint" role="status">
          {words('capsLock')}
        </p>
      ) : null}
      <FieldError id={id} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p className="field__error" id={`${id}-error`}>
      {error}
    </p>
  ) : null;
}
