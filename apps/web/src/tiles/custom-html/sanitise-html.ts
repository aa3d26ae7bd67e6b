import DOMPurify from 'dompurify';
import { safeLink } from '#tiles/shared/rich-text/safe-address.ts';

const DATA_IMAGE = /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i;

/**
 * The author's HTML with its styles and shapes, without anything that would run, load or send. The first of two walls:
 * the frame that shows it has no origin, no connection and a policy that lets no script but its own run.
 */
export function sanitiseHtml(html: string, origin: string): string {
  const fragment = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true, svg: true },
    ADD_TAGS: ['style'],
    // A style element at the very beginning would be taken for the head's and dropped.
    FORCE_BODY: true,
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'audio', 'video', 'base', 'meta', 'link'],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll('*')) {
    restrictLink(element, origin);
    element.removeAttribute('srcset');
    if (!DATA_IMAGE.test(element.getAttribute('src')?.trim() ?? '')) element.removeAttribute('src');
  }
  const holder = document.createElement('template');
  holder.content.append(fragment);
  return holder.innerHTML;
}

/** Links open in a window of their own; inside a drawing they only name its own parts. */
function restrictLink(link: Element, origin: string): void {
  link.removeAttribute('xlink:href');
  const address = link.getAttribute('href');
  if (address === null || address.startsWith('#')) return;
  const safe = link.localName === 'a' ? safeLink(address, origin) : undefined;
  link.removeAttribute('href');
  if (safe === undefined) return;
  link.setAttribute('href', safe);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}
