import { build } from 'unpdf/pdfjs';

interface PdfWorkerScope {
  pdfjsWorker?: { WorkerMessageHandler: { initializeFromPort: (port: unknown) => void } };
}

// This build of pdf.js holds its worker's part, too, and leaves it in the global scope.
const handler = (globalThis as PdfWorkerScope).pdfjsWorker?.WorkerMessageHandler;
if (handler === undefined) throw new Error(`pdf.js ${build} comes without its worker.`);
handler.initializeFromPort(globalThis);
