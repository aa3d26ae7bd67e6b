import type { Page } from '@playwright/test';

/** A picture of 400 by 200 pixels. */
export async function aPicture(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 200;
    canvas.getContext('2d')?.fillRect(0, 0, 200, 200);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
}

/** A second of a square that moves, 160 by 90 pixels, as the browser records it. */
export async function aVideo(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const context = canvas.getContext('2d');
    for (let at = 0; at < 25; at++) {
      context?.clearRect(0, 0, 160, 90);
      context?.fillRect(at * 5, 30, 30, 30);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(new Blob(pieces));
    });
  });
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
}

/** A PDF of two pages, 300 points square; the first has a black square in its middle, and lines of text above it. */
export function aDocument(...lines: readonly string[]): Buffer {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 ${font} >> >>`;
  const text = lines.map((line, at) => `BT /F1 12 Tf 20 ${270 - at * 18} Td (${line}) Tj ET`);
  const drawing = ['0 0 0 rg 100 100 100 100 re f', ...text].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    `<< ${page} /Contents 5 0 R >>`,
    `<< ${page} >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  let document = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = document.length;
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = document.length;
  document += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  document += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(document, 'latin1');
}
