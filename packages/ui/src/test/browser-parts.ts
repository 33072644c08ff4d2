/** The parts of a browser that jsdom does not have, for the tests of components of all apps. */

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}
globalThis.ResizeObserver ??= Observer;
globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver;
window.matchMedia ??= (query: string) =>
  ({
    // A wide window, and nothing moves: what fades in would not be visible yet.
    matches: /min-width|prefers-reduced-motion: reduce/.test(query),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;
HTMLDialogElement.prototype.showModal ??= function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function shut() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
Element.prototype.scrollIntoView ??= () => undefined;
// jsdom answers styles of pseudo elements with a complaint; Ant Design asks them for the width of scroll bars.
const styles = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => styles(element);

// jsdom counts its frames by `setInterval`. Where a test has put that out, frames of this document would never come again.
const { setTimeout: later, clearTimeout: never } = globalThis;
window.requestAnimationFrame = (callback) => Number(later(() => callback(performance.now()), 16));
window.cancelAnimationFrame = (frame) => never(frame);

export {};

// Nothing is laid out here: what is in the document can be seen.
HTMLElement.prototype.checkVisibility ??= () => true;
