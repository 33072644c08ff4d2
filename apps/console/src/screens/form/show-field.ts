const OPERATED = 'input, textarea, select, button, [contenteditable="true"], [tabindex="0"]';

/** Brings a field into sight and puts the focus on it, or on the first thing in it that can be operated. */
export function showField(form: HTMLElement | null, name: string): void {
  const place = form?.querySelector<HTMLElement>(`[id="${CSS.escape(name)}"]`);
  const item = place?.closest<HTMLElement>('.ant-form-item');
  item?.scrollIntoView({ behavior: 'smooth', block: 'center' });
  const wrong = item?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = place?.matches(OPERATED) ? place : (wrong ?? place?.querySelector<HTMLElement>(OPERATED));
  target?.focus({ preventScroll: true });
}
