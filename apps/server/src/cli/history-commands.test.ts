import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPortalProcess, TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';

let folder: { path: string; remove: () => Promise<void> };
let data: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
});
afterEach(() => folder.remove());

const telltale = (...args: string[]) => new TelltaleProcess('cli/main.ts', args, { TELLTALE_DATA: data }).exited;

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 180_000 });

/** Three blocks of 1,024 points each. */
async function fill(): Promise<void> {
  const historian = await openEmbeddedHistorian({ folder: join(data, 'history') });
  const batch = new PointBatch();
  for (let i = 0; i < 3072; i++) batch.add(seriesKey(12, 5), i * 1000, ((i * 7919) % 10_007) / 100, 192);
  await historian.append(batch);
  await historian.close();
}

/** Flips a bit well inside the block that was written last. */
async function damage(): Promise<void> {
  const file = join(data, 'history/chunks.db');
  const bytes = await readFile(file);
  bytes[bytes.length - 300] = (bytes[bytes.length - 300] ?? 0) ^ 8;
  await writeFile(file, bytes);
}

describe('telltale check and repair', () => {
  it('say that whole history is whole, also beside the running portal', async () => {
    const portal = await startPortalProcess(data);
    expect(await telltale('check')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The history is whole.'),
    });
    expect(await telltale('repair')).toMatchObject({ code: 1, output: expect.stringContaining('Stop it first.') });
    await portal.kill('SIGTERM');
    expect(await telltale('repair')).toMatchObject({ code: 0, output: expect.stringContaining('nothing to repair') });
  });

  it('find a damaged block, save the others, and say what is lost', async () => {
    const portal = await startPortalProcess(data);
    await portal.kill('SIGTERM');
    await fill();
    await damage();
    const found = await telltale('check');
    expect(found.code).toBe(1);
    expect(found.output).toMatch(/series 201326597: a chunk fails its checksum\n/);
    expect(found.output).toContain('The history is damaged. Stop the portal and run: npm run telltale -- repair');

    const repaired = await telltale('repair');
    expect(repaired.code).toBe(0);
    const number = '([\\d,]+)';
    const saved = new RegExp(`^${number} points in ${number} blocks were saved\\.$`, 'm').exec(repaired.output);
    const lost = /^Lost, by what the block says of itself: asset 12, data item 5, ([\d,]+) points from 1970/m.exec(
      repaired.output,
    );
    const [savedPoints, lostPoints] = [saved?.[1], lost?.[1]].map((text) => Number(text?.replace(',', '')));
    expect((savedPoints ?? 0) + (lostPoints ?? 0)).toBe(3_072);
    expect(Math.min(savedPoints ?? 0, lostPoints ?? 0)).toBeGreaterThan(0);
    expect(repaired.output).toContain(`said that it held 3,072 points: ${lost?.[1]} are lost.`);
    expect(repaired.output).toContain('chunks.db.damaged-1');
    expect(await telltale('check')).toEqual({
      code: 0,
      output: `${saved?.[1]} points in ${saved?.[2]} blocks and 0 log file(s) were read.\nThe history is whole.\n`,
    });
    const again = await startPortalProcess(data);
    expect((await fetch(`${again.url}/api/health`)).status).toBe(200);
    await again.kill('SIGTERM');
  });

  it('say so where there is no history', async () => {
    for (const command of ['check', 'repair']) {
      expect(await telltale(command)).toEqual({ code: 1, output: `There is no history in ${data}.\n` });
    }
  });
});

it('takes from the environment where history is moved to: others may read a command line', async () => {
  const settings = { TELLTALE_DATA: data, TELLTALE_MOVE_TO: 'embedded' };
  const { code, output } = await new TelltaleProcess('cli/main.ts', ['history', 'move'], settings).exited;
  expect([code, output]).toEqual([1, expect.stringContaining('The history is in the data folder already.')]);
});
