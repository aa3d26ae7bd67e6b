import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** What a demonstration keeps between two starts: secrets, so the file is for its owner only. */
const demoFileSchema = z.object({
  /** Of the demonstration accounts; printed at each start. */
  password: z.string().min(1),
  /** Where the fleet finds the portal. */
  mqttUrl: z.string().default(''),
  /** Access tokens by serial number, and by name of the gateway. */
  devices: z.record(z.string(), z.string()).default({}),
  gateways: z.record(z.string(), z.string()).default({}),
});
export type DemoFile = z.infer<typeof demoFileSchema>;

/** The file of an earlier start; undefined when there is none, or it cannot be read as one. */
export async function readDemoFile(path: string): Promise<DemoFile | undefined> {
  try {
    return demoFileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes all or nothing, readable by its owner only. */
export async function writeDemoFile(path: string, file: DemoFile): Promise<void> {
  const half = `${path}.new`;
  await writeFile(half, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
  await rename(half, path);
}
