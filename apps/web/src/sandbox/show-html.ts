import type { HtmlMessage, HtmlText } from './messages.ts';

const TOKEN = /\{\{([^{}]{1,200})\}\}/g;
/** Attributes in which a live value may stand; never an address, and never a handler. */
const LIVE_ATTRIBUTES = ['style', 'class', 'title', 'alt', 'width', 'height', 'aria-label'];
/** Of shapes drawn by the author: sizes, places and colours. */
const LIVE_SHAPES = ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'points', 'transform', 'fill'];
/** What a value may bring into a style: a number, a word or a colour, and nothing that ends the declaration. */
const NOT_STYLE = /[^\w.,%#+\- ]/g;

/**
 * Shows the author's HTML in this frame, which has neither the portal's origin nor any connection. Values come as
 * texts by path; they are written into text nodes and attributes of the document that stands, so nothing reloads.
 */
export function showHtml(port: MessagePort): void {
  let places: Place[] = [];
  let texts: Readonly<Record<string, HtmlText>> = {};
  const theme = document.head.appendChild(document.createElement('style'));

  port.onmessage = ({ data }: MessageEvent<HtmlMessage>) => {
    if (data.kind === 'show') {
      theme.textContent = data.style;
      for (const { family, bytes } of data.fonts) {
        const font = new FontFace(family, bytes, { weight: '100 900' });
        font.load().then(() => document.fonts.add(font), console.warn);
      }
      places = place(document.body, data.html);
    } else if (data.kind === 'style') {
      theme.textContent = data.style;
    } else {
      texts = data.texts;
    }
    for (const { write } of places) write(texts);
  };
}

interface Place {
  write(texts: Readonly<Record<string, HtmlText>>): void;
}

/** Puts the HTML into the body and answers where values stand in it. */
export function place(body: HTMLElement, html: string): Place[] {
  // Named, because a style sheet at the very beginning would be put into the head, and be lost.
  const { body: parsed } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  const places: Place[] = [];
  const walker = document.createTreeWalker(parsed, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    if (node instanceof Element) places.push(...placesOfAttributes(node));
    else if (node.parentElement?.localName !== 'style') places.push(...placesOfText(node as Text));
  }
  body.replaceChildren(...parsed.childNodes);
  return places;
}

function placesOfText(node: Text): Place[] {
  const places: Place[] = [];
  const parts = node.data.split(TOKEN);
  if (parts.length === 1) return places;
  const pieces = parts.map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const span = document.createElement('span');
    const path = part.trim();
    places.push({
      write(texts) {
        const { text, doubt } = textOf(texts, path);
        if (span.textContent !== text) span.textContent = text;
        span.className = doubt === '' ? 'tt-value' : 'tt-value tt-doubtful';
        span.title = doubt;
      },
    });
    return span;
  });
  node.replaceWith(...pieces);
  return places;
}

function placesOfAttributes(element: Element): Place[] {
  return [...element.attributes].flatMap(({ name, value }): Place[] => {
    const isLive = LIVE_ATTRIBUTES.includes(name) || LIVE_SHAPES.includes(name);
    if (!isLive || value.search(TOKEN) < 0) return [];
    return [
      {
        write(texts) {
          const filled = value.replace(TOKEN, (_token, path: string) => {
            const { text } = textOf(texts, path.trim());
            return name === 'title' || name === 'alt' || name === 'aria-label' ? text : text.replace(NOT_STYLE, '');
          });
          if (element.getAttribute(name) !== filled) element.setAttribute(name, filled);
        },
      },
    ];
  });
}

function textOf(texts: Readonly<Record<string, HtmlText>>, path: string): HtmlText {
  return Object.hasOwn(texts, path) && texts[path] !== undefined ? texts[path] : { text: '', doubt: '' };
}
