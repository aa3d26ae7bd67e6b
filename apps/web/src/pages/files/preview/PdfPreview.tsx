import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { getDocument, PDFWorker } from 'unpdf/pdfjs';
import ReadingWorker from 'unpdf/pdfjs?worker';
import { fileAddress } from '#api/file-queries.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import type { PreviewProps } from '../FilePreview.tsx';
import classes from '../files.module.css';
import { CannotShow } from './CannotShow.tsx';

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Sharp on a dense screen, and not larger than a canvas may be. */
const SCALE = 1.5;
const MOST_CANVAS_PIXELS = 16_000_000;

/** A document page by page, drawn on a canvas: its scripts, forms and links do nothing. */
export function PdfPreview({ file }: PreviewProps) {
  const [pdf, setPdf] = useState<Pdf>();
  const [isBroken, setBroken] = useState(false);
  const [page, setPage] = useState(1);

  useEffect(() => {
    // A document is read aside: one that takes long holds up nothing else.
    const port = new ReadingWorker();
    const worker = PDFWorker.create({ port });
    const loading = getDocument({
      worker,
      url: fileAddress(file.fileId),
      enableXfa: false,
      useWasm: false,
      disableAutoFetch: true,
      maxImageSize: MOST_CANVAS_PIXELS * 3,
      canvasMaxAreaInBytes: MOST_CANVAS_PIXELS * 4,
    });
    loading.promise.then(setPdf, (error: unknown) => {
      console.warn('A document could not be read.', error);
      setBroken(true);
    });
    return () => {
      void loading.destroy();
      worker.destroy();
      port.terminate();
    };
  }, [file.fileId]);

  if (isBroken) return <CannotShow>It is no PDF that can be read.</CannotShow>;
  if (pdf === undefined) return <Loading label="Loading the document" />;
  return (
    <>
      <PdfPage pdf={pdf} page={page} label={`${file.filename}, page ${page}`} onBroken={() => setBroken(true)} />
      <div className={classes.pager}>
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous page
        </Button>
        <span role="status">
          {page} of {pdf.numPages}
        </span>
        <Button variant="default" size="xs" disabled={page >= pdf.numPages} onClick={() => setPage(page + 1)}>
          Next page
        </Button>
      </div>
    </>
  );
}

interface PdfPageProps {
  pdf: Pdf;
  page: number;
  label: string;
  onBroken: () => void;
}

function PdfPage({ pdf, page, label, onBroken }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tell = useRef(onBroken);
  tell.current = onBroken;
  useEffect(() => {
    let cancel: () => void = () => undefined;
    let isOver = false;
    async function draw(): Promise<void> {
      const shown = await pdf.getPage(page);
      const target = canvas.current;
      if (isOver || !target) return;
      const { width, height } = shown.getViewport({ scale: 1 });
      const scale = Math.min(SCALE, Math.sqrt(MOST_CANVAS_PIXELS / (width * height)));
      const viewport = shown.getViewport({ scale });
      target.width = Math.ceil(viewport.width);
      target.height = Math.ceil(viewport.height);
      const drawing = shown.render({ canvas: target, viewport });
      cancel = () => drawing.cancel();
      await drawing.promise;
    }
    draw().catch((error: unknown) => {
      if (isOver) return;
      console.warn('A page could not be drawn.', error);
      tell.current();
    });
    return () => {
      isOver = true;
      cancel();
    };
  }, [pdf, page]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}
