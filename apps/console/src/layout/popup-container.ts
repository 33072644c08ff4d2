/** Where a pop-up is put: inside the sheet when its button is there (a modal dialog covers all else), else in the page. */
export function popupContainer(trigger: HTMLElement): HTMLElement {
  return trigger.closest('dialog') ?? document.body;
}
