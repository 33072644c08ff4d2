/** The parts of a browser that jsdom has no layout for. */

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
Element.prototype.scrollIntoView ??= () => undefined;
// CodeMirror measures its text some frames later, whether a test still looks or not.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
// jsdom answers styles of pseudo elements with a complaint; Ant Design asks them for the width of scroll bars.
const styles = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => styles(element);

// Nothing is saved and no page is left: jsdom can do neither, and says so each time.
const press = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function click() {
  this.addEventListener('click', (event) => event.preventDefault(), { once: true });
  press.call(this);
};

// jsdom counts its frames by `setInterval`. Where a test has put that out, frames of this document would never come again.
const { setTimeout: later, clearTimeout: never } = globalThis;
window.requestAnimationFrame = (callback) => Number(later(() => callback(performance.now()), 16));
window.cancelAnimationFrame = (frame) => never(frame);

export {};
