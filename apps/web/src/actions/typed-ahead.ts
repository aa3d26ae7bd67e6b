/** Nobody waits longer for a part of the page to be loaded; then the keys are the page's again. */
const LONGEST_MS = 5_000;

let typed = '';
let stop: () => void = () => undefined;

/** Keeps what is typed from now on for a field that is still on its way, which takes it by `takeTyped`. */
export function keepTyped(): void {
  stop();
  typed = '';
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (key === 'Escape') stop();
    if (isComposing || ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Backspace')) return;
    typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(() => stop(), LONGEST_MS);
  window.addEventListener('keydown', onKey, true);
  stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, true);
    stop = () => undefined;
  };
}

/** What was typed meanwhile; from now on keys go where the focus is. */
export function takeTyped(): string {
  stop();
  const taken = typed;
  typed = '';
  return taken;
}
