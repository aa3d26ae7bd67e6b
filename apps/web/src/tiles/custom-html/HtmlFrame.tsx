import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect, useRef, useState } from 'react';
import type { HtmlMessage, HtmlText } from '#sandbox/messages.ts';
import classes from './custom-html.module.css';

interface HtmlFrameProps {
  /** Sanitised; a new document is shown when it changes. */
  html: string;
  style: string;
  texts: Readonly<Record<string, HtmlText>>;
}

/**
 * HTML in a frame that has neither the portal's origin nor any connection (guarantee E2). Values are handed over as
 * texts, so nothing loads anew when they change.
 */
export function HtmlFrame({ html, style, texts }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [port, setPort] = useState<MessagePort>();
  const latestStyle = useRef(style);
  latestStyle.current = style;

  /** Once: what the frame might show later is not the page that was trusted with values. */
  function handOver() {
    if (port !== undefined) return;
    const { port1, port2 } = new MessageChannel();
    frame.current?.contentWindow?.postMessage('port', '*', [port2]);
    setPort(port1);
  }

  useEffect(() => {
    if (port === undefined) return;
    let isCurrent = true;
    void fontBytes().then((bytes) => {
      if (!isCurrent) return;
      const fonts = bytes === undefined ? [] : [{ family: 'Inter', bytes }];
      port.postMessage({ kind: 'show', html, style: latestStyle.current, fonts } satisfies HtmlMessage);
    });
    return () => {
      isCurrent = false;
    };
  }, [port, html]);
  useEffect(() => port?.postMessage({ kind: 'style', style } satisfies HtmlMessage), [port, style]);
  useEffect(() => port?.postMessage({ kind: 'texts', texts } satisfies HtmlMessage), [port, texts]);

  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title="Custom HTML"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      src="/sandbox/show-html.html"
      onLoad={handOver}
    />
  );
}

let font: Promise<ArrayBuffer | undefined> | undefined;

/** The portal's own font: a frame without an origin may not load it, so its bytes are handed over. */
function fontBytes(): Promise<ArrayBuffer | undefined> {
  font ??= fetch(inter)
    .then((response) => (response.ok ? response.arrayBuffer() : undefined))
    .catch(() => undefined);
  return font;
}
