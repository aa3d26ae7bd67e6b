/** What this module gave a title to, and only while the pointer is over it. */
let titled: HTMLElement | undefined;

/**
 * Whatever has no room for its whole text says it while the pointer rests on it: every text that ends in "…" and has no
 * title of its own. One listener for the page, because such texts stand in every table and list, and whether one is cut is
 * only known when it is drawn.
 * @returns ends it
 */
export function showCutTexts(root: Document = document): () => void {
  root.addEventListener('pointerover', onPointerOver);
  return () => {
    root.removeEventListener('pointerover', onPointerOver);
    untitle();
  };
}

function onPointerOver({ target }: Event): void {
  untitle();
  if (!(target instanceof Element)) return;
  const cut = target.closest<HTMLElement>('[title]') === null ? cutAt(target) : undefined;
  const text = cut?.textContent.trim() ?? '';
  if (cut === undefined || text === '') return;
  cut.title = text;
  titled = cut;
}

/** The nearest element around that hides an end of its text. */
function cutAt(target: Element): HTMLElement | undefined {
  for (let at: Element | null = target; at !== null && at !== document.body; at = at.parentElement) {
    if (!(at instanceof HTMLElement) || at.scrollWidth <= at.clientWidth) continue;
    if (getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return undefined;
}

function untitle(): void {
  titled?.removeAttribute('title');
  titled = undefined;
}
