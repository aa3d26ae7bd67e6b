/**
 * Files of 5 GB: how fast they come in each way, what the portal holds in memory meanwhile, and how much is sent again after
 * it was killed half way (guarantee R26). `--megabytes=N` takes smaller ones. The disk needs room for each in turn.
 */
import { setTimeout } from 'node:timers/promises';
import { PortalProcess } from './browser/portal-process.ts';
import { sendForm } from './upload/form-upload.ts';
import { sendInPieces } from './upload/piece-upload.ts';
import { type Content, contentOf, watchMemory } from './upload/upload-load.ts';

const option = process.argv.find((argument) => argument.startsWith('--megabytes='));
const BYTES = Number(option?.split('=')[1] ?? 5_000) * 1e6;
/** As a browser sends them. */
const PIECE_BYTES = 64 * 2 ** 20;
const NOTICED_MS = 100;

const portal = await PortalProcess.create();
await portal.start();
const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
  assetDefinitionName: 'Recorder',
});
let lastAsset = 0;

async function anAsset(): Promise<number> {
  const asset = { serialNumber: `REC-${++lastAsset}`, assetDefinitionId };
  return (await portal.call<{ assetId: number }>('POST', '/api/assets', asset)).assetId;
}

type Send = (content: Content, assetId: number) => Promise<unknown>;

async function measure(name: string, count: number, send: Send): Promise<void> {
  const assets = await Promise.all(Array.from({ length: count }, anAsset));
  const contents = assets.map(() => contentOf(BYTES / count));
  const memory = await watchMemory(portal);
  const began = performance.now();
  await Promise.all(contents.map((content, at) => send(content, assets[at] ?? 0)));
  const seconds = (performance.now() - began) / 1_000;
  const { beforeMib, growthMib } = memory.stop();
  const hashes = contents.map((content) => content.sha256());
  // Reckoning them takes longer than an idle connection is kept: its end is noticed before it is used.
  await setTimeout(NOTICED_MS);
  let same = 0;
  for (const [at, assetId] of assets.entries()) {
    const [file] = await portal.call<{ sha256: string; fileId: number }[]>('GET', `/api/ef/assets/${assetId}/files`);
    if (file?.sha256 === hashes[at]) same++;
    if (file) await portal.call('DELETE', `/api/files/${file.fileId}`);
  }
  const cells = [name, `${seconds.toFixed(0)} s`, `${(BYTES / 1e6 / seconds).toFixed(0)} MB/s`];
  cells.push(`${beforeMib.toFixed(0)} MiB`, `${growthMib.toFixed(0)} MiB`, `${same} of ${count}`);
  console.log(`| ${cells.join(' | ')} |`);
}

console.log(`${(BYTES / 1e9).toFixed(1)} GB in each row.\n`);
console.log('| how | took | rate | memory before | growth | same SHA-256 |\n|---|---|---|---|---|---|');
const headers = await portal.headers();
const pieces: Send = (content, assetId) =>
  sendInPieces(portal.url, headers, content, { assetId, pieceBytes: PIECE_BYTES });
await measure('resumable, pieces of 64 MiB', 1, pieces);
await measure('resumable, one request', 1, (content, assetId) =>
  sendInPieces(portal.url, headers, content, { assetId, pieceBytes: content.bytes }),
);
await measure('ten at once, pieces of 64 MiB', 10, pieces);
await measure('a form, as scripts send it', 1, (content, assetId) => sendForm(portal.url, headers, content, assetId));
let sentTwice = 0;
await measure('resumable, killed half way and started again', 1, async (content, assetId) => {
  let isKilled = false;
  const onSent = async (sentBytes: number) => {
    if (isKilled || sentBytes < content.bytes / 2) return;
    isKilled = true;
    await portal.stop('SIGKILL');
    await portal.start();
  };
  const { sentBytes } = await sendInPieces(portal.url, headers, content, { assetId, pieceBytes: PIECE_BYTES, onSent });
  sentTwice = sentBytes - content.bytes;
});
console.log(`\nSent twice because of the kill: ${(sentTwice / 2 ** 20).toFixed(1)} MiB.`);
await portal.remove();
