// What jsdom leaves out of a browser and tiles need.

/** A canvas that takes every call and draws nothing. */
const context = new Proxy(
  {},
  {
    get: (_target, name) => (name === 'measureText' ? () => ({ width: 20 }) : () => undefined),
    set: () => true,
  },
);

HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext'];

class NoPath {
  moveTo = () => undefined;
  lineTo = () => undefined;
  rect = () => undefined;
  arc = () => undefined;
  closePath = () => undefined;
  addPath = () => undefined;
}
Object.assign(globalThis, { Path2D: NoPath });

/** Mantine's growing text fields wait for fonts. */
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

/** The rich text editor asks where its text stands; nowhere, in jsdom. */
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
